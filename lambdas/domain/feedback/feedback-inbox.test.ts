import { PutCommand } from '@aws-sdk/lib-dynamodb';
import { describe, expect, it } from 'vitest';
import type { AuditEntry } from '../../../contract/records/audit-entry.ts';
import type { Feedback, FeedbackCursor } from '../../../contract/records/feedback.ts';
import { deskPageSize } from '../../../contract/rules/desk-rules.ts';
import { testSiteTables } from '../../platform/test-site-tables.ts';
import { auditStore } from '../desk/audit-store.ts';
import { feedbackInbox } from './feedback-inbox.ts';

const { client, names } = testSiteTables('Audit', 'Feedback');
const audit = auditStore(client, names.Audit);
const inbox = feedbackInbox(client, names.Feedback);
const seen = { state: 'open', comments: 0 } as const;

async function store(feedbackId: string, change: Partial<Feedback> = {}) {
  const item: Feedback = {
    feedbackId,
    userId: 'user-1',
    type: 'An idea',
    content: 'A compass.',
    timestamp: '2026-11-25T10:00:00.000Z',
    comments: [],
    state: 'open',
    ...change,
  };
  await client.send(new PutCommand({ TableName: names.Feedback, Item: item }));
}

function act(feedbackId: string, auditId: string, outcome: AuditEntry['outcome'] = 'done') {
  const entry: AuditEntry = {
    auditId,
    at: '2026-11-25T10:00:00.000Z',
    actorId: `admin-${auditId}`,
    action: 'answerFeedback',
    outcome,
    personId: feedbackId,
    reason: 'The author asks.',
    requestId: 'r-1',
  };
  return { feedbackId, seen, auditPart: audit.part(entry) };
}

const answer = (answerId: string, text = 'Thank you.') => ({
  answerId,
  at: '2026-11-25T10:00:00.000Z',
  actorId: 'admin-1',
  text,
});
const entriesAbout = (value: string) => audit.find({ by: 'person', value });

describe('feedbackInbox', () => {
  it('stores an answer with its audit entry, once for a repeated request', async () => {
    await store('answered');
    await inbox.answer(act('answered', 'a-1', 'requested'), answer('a-1'));
    await inbox.answer(act('answered', 'a-1', 'requested'), answer('a-1'));
    expect(await inbox.get('answered')).toMatchObject({ state: 'answered', comments: [answer('a-1')] });
    expect(await entriesAbout('answered')).toHaveLength(1);
  });

  it('keeps one of two concurrent answers, and informs the other admin', async () => {
    await store('raced');
    const results = await Promise.allSettled(
      ['b-1', 'b-2'].map((id) => inbox.answer(act('raced', id), answer(id))),
    );
    const refused = results.filter(({ status }) => status === 'rejected');
    expect(refused).toEqual([
      expect.objectContaining({
        reason: expect.objectContaining({
          code: 'aborted',
          message: expect.stringMatching(
            /this feedback is answered now, with 1 of our answers\. .* is kept: .* under the state “answered”\.$/,
          ),
        }),
      }),
    ]);
    expect((await inbox.get('raced'))?.comments).toHaveLength(1);
    expect(await entriesAbout('raced')).toHaveLength(1);
  });

  it('refuses another text under the id of an answer', async () => {
    await store('twice');
    await inbox.answer(act('twice', 'c-1'), answer('c-1'));
    await expect(inbox.answer(act('twice', 'c-1'), answer('c-1', 'Another.'))).rejects.toMatchObject({
      code: 'aborted',
    });
    expect((await inbox.get('twice'))?.comments).toEqual([answer('c-1')]);
  });

  it('does not create deleted feedback again, and records nothing', async () => {
    await expect(inbox.answer(act('deleted', 'd-1'), answer('d-1'))).rejects.toMatchObject({
      code: 'not-found',
    });
    await expect(inbox.get('deleted')).rejects.toMatchObject({ code: 'not-found' });
    expect(await entriesAbout('deleted')).toEqual([]);
  });

  it('marks feedback as done with the item of the roadmap, once', async () => {
    await store('closed');
    await inbox.close(act('closed', 'e-1'), 'Marketplace');
    await inbox.close(act('closed', 'e-1'), 'Marketplace');
    expect(await inbox.get('closed')).toMatchObject({ state: 'done', roadmapItem: 'Marketplace' });
    await expect(inbox.close(act('closed', 'e-2'), undefined)).rejects.toMatchObject({ code: 'aborted' });
  });

  it('lists a state page by page, newest first, and skips other types', async () => {
    const ids = Array.from({ length: deskPageSize + 3 }, (_, index) => `page-${index}`);
    const timeOf = (minute: number, second = 0) =>
      new Date(Date.UTC(2027, 0, 1, 0, minute, second)).toISOString();
    for (const [index, feedbackId] of ids.entries()) {
      await store(feedbackId, { type: 'Something is broken', timestamp: timeOf(index) });
      await store(`other-${feedbackId}`, { timestamp: timeOf(index, 30) });
    }
    const found: string[] = [];
    let after: FeedbackCursor | undefined;
    do {
      const page = await inbox.list({ state: 'open', type: 'Something is broken', after });
      expect(page.feedback.length).toBeLessThanOrEqual(deskPageSize);
      found.push(...page.feedback.map(({ feedbackId }) => feedbackId));
      after = page.next;
    } while (after);
    expect(found).toEqual(ids.toReversed());
  });
});
