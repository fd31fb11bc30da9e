import { describe, expect, it } from 'vitest';
import { mailLogDays } from '../../../contract/rules/retention.ts';
import { testSiteTables } from '../../platform/test-site-tables.ts';
import { mailingStore } from './mailing-store.ts';

const { client, names } = testSiteTables('Mailings');
const mailings = mailingStore(client, names.Mailings);
const now = new Date('2026-12-01T10:00:00Z');
const later = new Date('2026-12-01T11:00:00Z');
const approval = { approvedBy: 'ana', approvedAt: later.toISOString(), expected: 3 };
const draftOf = (slug: string) => ({
  slug,
  group: 'updates' as const,
  subject: 'News',
  preheader: 'New',
  content: [],
});
const save = (slug: string, at: Date, seen?: Date) =>
  mailings.write(mailings.saveDraft(draftOf(slug), 'Text', at, seen?.toISOString()));

async function started(slug: string) {
  await save(slug, now);
  await mailings.write(mailings.approve(slug, now.toISOString(), approval));
  const mailing = await mailings.find(slug);
  return mailing ?? expect.fail('There is no mailing.');
}

describe('mailingStore', () => {
  it('replaces only the draft that the caller saw', async () => {
    expect(await save('draft', now)).toBe(true);
    expect(await save('draft', later)).toBe(false);
    expect(await save('draft', later, now)).toBe(true);
    expect(await save('draft', later, now)).toBe(false);
  });

  it('approves only the draft that the caller saw, once', async () => {
    await save('approved', now);
    const approve = (seen: Date) =>
      mailings.write(mailings.approve('approved', seen.toISOString(), approval));
    expect(await approve(later)).toBe(false);
    expect(await approve(now)).toBe(true);
    expect(await approve(now)).toBe(false);
    expect(await save('approved', later, now)).toBe(false);
    expect(await mailings.find('approved')).toMatchObject({
      status: 'sending',
      ...approval,
      uncertainIds: [],
    });
  });

  it('lists why a mailing is paused, which the index does not contain', async () => {
    await started('listed');
    await mailings.pauseNow('listed', 'content', 'The site has no picture.');
    const { mailings: listed } = await mailings.list('paused');
    expect(listed).toContainEqual(
      expect.objectContaining({
        slug: 'listed',
        pauseReason: 'content',
        problem: 'The site has no picture.',
      }),
    );
    expect(listed[0]).not.toHaveProperty('text');
  });

  it('discards a mailing only before it has started', async () => {
    await save('unsent', now);
    await mailings.discardUnsent('unsent');
    await started('under-way');
    await mailings.discardUnsent('under-way');
    expect((await mailings.find('unsent'))?.status).toBe('discarded');
    expect((await mailings.find('under-way'))?.status).toBe('sending');
  });

  it('counts a batch once', async () => {
    const mailing = await started('counted');
    const result = { sent: 2, skipped: 1, uncertainIds: ['bea'] };
    expect(await mailings.advance(mailing, result, 'dan', now)).toBe(true);
    expect(await mailings.advance(mailing, result, 'dan', now)).toBe(false);
    const next = await mailings.find('counted');
    expect(next).toMatchObject({ sent: 2, skipped: 1, uncertainIds: ['bea'], visitedUpTo: 'dan' });
    expect(await mailings.advance(next ?? mailing, result, undefined, later)).toBe(true);
    expect(await mailings.advance(next ?? mailing, result, undefined, later)).toBe(false);
    const ended = await mailings.find('counted');
    expect(ended).toMatchObject({ status: 'sent', endedAt: later.toISOString(), sent: 4 });
    expect(ended).not.toHaveProperty('visitedUpTo');
  });

  it('pauses a mailing that is being sent, and stores its counts when it is resumed', async () => {
    const mailing = await started('paused');
    const resume = () => mailings.write(mailings.resume({ ...mailing, sent: 5 }, now));
    expect(await resume()).toBe(false);
    expect(await mailings.write(mailings.pause('paused', 'bounces'))).toBe(true);
    expect(await mailings.find('paused')).toMatchObject({ status: 'paused', pauseReason: 'bounces' });
    expect(await resume()).toBe(true);
    const resumed = await mailings.find('paused');
    expect(resumed).toMatchObject({ status: 'sending', resumedWith: { sent: 5, bounced: 0, complained: 0 } });
    expect(resumed).not.toHaveProperty('pauseReason');
  });

  it('does not resume a mailing whose list of recipients has expired', async () => {
    const mailing = await started('old');
    await mailings.write(mailings.pause('old', 'team'));
    const muchLater = new Date(later.getTime() + (mailLogDays + 1) * 24 * 60 * 60 * 1000);
    expect(await mailings.write(mailings.resume(mailing, muchLater))).toBe(false);
  });

  it('counts the reports of SES, and ignores those about an unknown mailing', async () => {
    await started('reported');
    await mailings.write(mailings.countReport('reported', 'bounced'));
    await mailings.write(mailings.countReport('reported', 'complained'));
    await mailings.write(mailings.countReport('unknown', 'bounced'));
    expect(await mailings.find('reported')).toMatchObject({ bounced: 1, complained: 1 });
    expect(await mailings.find('unknown')).toBeUndefined();
  });

  it('removes the id of a deleted account', async () => {
    const mailing = await started('forgetting');
    await mailings.advance(mailing, { sent: 0, skipped: 0, uncertainIds: ['ana', 'bea'] }, 'dan', now);
    await mailings.forget('forgetting', 'ana');
    await mailings.forget('forgetting', 'cleo');
    expect((await mailings.find('forgetting'))?.uncertainIds).toEqual(['bea']);
    await mailings.forget('unknown', 'ana');
    expect(await mailings.find('unknown')).toBeUndefined();
  });
});
