import { randomUUID } from 'node:crypto';
import { beforeAll, describe, expect, test, vi } from 'vitest';
import { callOperation, mailsTo, type Person, registerPerson } from '../person.ts';
import { registerAdmin } from '../registered-admin.ts';
import { siteUrl } from './site.ts';

const inTime = { timeout: 20_000 };
const seen = { state: 'open', comments: 0 } as const;
let first: Person;
let second: Person;
let author: Person;

beforeAll(async () => {
  [first, second, author] = await Promise.all([
    registerAdmin(siteUrl),
    registerAdmin(siteUrl),
    registerPerson(siteUrl),
  ]);
});

async function giveFeedback() {
  const feedbackId = randomUUID();
  await author.call('feedback', { feedbackId, type: 'An idea', content: 'A compass on the map.' });
  return feedbackId;
}

const answersBy = async (text: string) =>
  (await mailsTo(siteUrl, author.email)).filter((mail) => JSON.stringify(mail).includes(text));

async function listed(state: 'open' | 'answered' | 'done', feedbackId: string) {
  const { feedback } = await first.call('deskFeedback', { state, type: 'An idea' });
  return feedback.find((item) => item.feedbackId === feedbackId);
}

describe('the inbox of the desk', () => {
  test('has feedback once that was sent twice', async () => {
    const feedback = { feedbackId: randomUUID(), type: 'An idea', content: 'A second compass.' } as const;
    for (let time = 0; time < 2; time++) await author.call('feedback', feedback);
    const page = await first.call('deskFeedback', { state: 'open', type: 'An idea' });
    expect(page.feedback.filter(({ content }) => content === feedback.content)).toHaveLength(1);
  });

  test('sends one email for a repeated answer, and shows the author the answer without the admin', async () => {
    const feedbackId = await giveFeedback();
    expect(await listed('open', feedbackId)).toMatchObject({
      state: 'open',
      comments: [],
      email: author.email,
    });
    const request = { actionId: randomUUID(), feedbackId, seen, answer: 'It points north in 0.5.' };
    await first.call('deskAnswerFeedback', request);
    await first.call('deskAnswerFeedback', request);
    await vi.waitFor(async () => expect(await answersBy('It points north')).toHaveLength(1), inTime);
    expect(await listed('answered', feedbackId)).toMatchObject({
      comments: [{ actorId: first.userId, text: 'It points north in 0.5.' }],
    });

    const { entries } = await first.call('deskAudit', { by: 'person', value: author.userId });
    const own = entries.filter(({ auditId }) => auditId === request.actionId);
    expect(own.map(({ outcome }) => outcome).sort()).toEqual(['done', 'requested']);
    expect(own[0]).toMatchObject({ feedbackId, before: 'open' });
    expect(own[0]).not.toHaveProperty('reason');
    expect(JSON.stringify(own)).not.toContain(author.email);

    const { feedback } = await author.call('exportMyData');
    expect(feedback.find((item) => item.feedbackId === feedbackId)?.comments).toEqual([
      { answerId: request.actionId, at: expect.any(String), text: 'It points north in 0.5.' },
    ]);
    expect(JSON.stringify(feedback)).not.toContain(first.userId);
  });

  test('lists what a reader without an account says about the manual, and closes it without an answer', async () => {
    const feedbackId = randomUUID();
    const data = { feedbackId, page: 'map', isClear: false, content: 'Where is <b>the scale</b>?' };
    const repeated = await Promise.all([1, 2].map(() => callOperation(siteUrl, 'manualFeedback', { data })));
    expect(repeated.map(({ status }) => status)).toEqual([200, 200]);
    const listedIn = async (state: 'open' | 'done') =>
      (await first.call('deskFeedback', { state, type: 'The manual' })).feedback.filter(
        (item) => item.feedbackId === feedbackId,
      );
    expect(await listedIn('open')).toEqual([
      expect.objectContaining({ content: data.content, manual: { page: 'map', isClear: false } }),
    ]);

    const action = { actionId: randomUUID(), feedbackId, seen };
    await expect(first.call('deskAnswerFeedback', { ...action, answer: 'Below.' })).rejects.toThrow(
      'Nobody can get an answer: this feedback has no author.',
    );
    await first.call('deskCloseFeedback', { ...action, actionId: randomUUID() });
    expect(await listedIn('done')).toHaveLength(1);
  });

  test('refuses the second of two answers, and sends one email', async () => {
    const feedbackId = await giveFeedback();
    const answerOf = (admin: Person) =>
      admin.call('deskAnswerFeedback', {
        actionId: randomUUID(),
        feedbackId,
        seen,
        answer: 'Of two admins.',
      });
    const results = await Promise.allSettled([answerOf(first), answerOf(second)]);
    const refused = results.filter((result) => result.status === 'rejected');
    expect(refused).toHaveLength(1);
    expect(String(refused[0]?.reason)).toContain('Another admin was faster');
    await vi.waitFor(async () => expect(await answersBy('Of two admins')).toHaveLength(1), inTime);
    expect((await listed('answered', feedbackId))?.comments).toHaveLength(1);
  });

  test('marks feedback as done with an item of the roadmap, and refuses to do it a second time', async () => {
    const feedbackId = await giveFeedback();
    const request = { actionId: randomUUID(), feedbackId, seen };
    await first.call('deskCloseFeedback', { ...request, roadmapItem: 'Marketplace' });
    expect(await listed('done', feedbackId)).toMatchObject({ roadmapItem: 'Marketplace' });
    await expect(second.call('deskCloseFeedback', { ...request, actionId: randomUUID() })).rejects.toThrow(
      'this feedback is done now',
    );
  });
});
