import { beforeAll, describe, expect, it } from 'vitest';
import { mailLogDays, secondsPerDay } from '../../../contract/rules/retention.ts';
import { testSiteTables } from '../../platform/test-site-tables.ts';
import { forgetRecipients } from './forget-recipients.ts';
import { mailingStore } from './mailing-store.ts';

const { client, names } = testSiteTables('Mailings');
const mailings = mailingStore(client, names.Mailings);
const approvedAt = new Date('2026-12-01T10:00:00Z');
const daysLater = (days: number) => new Date(approvedAt.getTime() + days * secondsPerDay * 1000);
const find = async (slug: string) => (await mailings.find(slug)) ?? expect.fail('There is no mailing.');

/** Two batches of a mailing. @param next the position after the second; undefined when it was the last one */
async function sendTo(slug: string, uncertainIds: string[], next?: string): Promise<void> {
  const written = { slug, group: 'updates', subject: 'News', preheader: 'New', content: [] } as const;
  await mailings.write(mailings.saveDraft({ ...written, content: [] }, 'Text', approvedAt, undefined));
  const at = approvedAt.toISOString();
  await mailings.write(mailings.approve(slug, at, { approvedBy: 'command', approvedAt: at, expected: 3 }));
  await mailings.advance(await find(slug), { sent: 1, skipped: 0, uncertainIds }, 'ana', approvedAt);
  await mailings.advance(await find(slug), { sent: 1, skipped: 0, uncertainIds: [] }, next, approvedAt);
}

describe('forgetRecipients', () => {
  beforeAll(async () => {
    await sendTo('sent', ['ana', 'bea']);
    await sendTo('paused', ['ana'], 'bea');
    await mailings.write(mailings.pause('paused', 'team'));
  });

  it('keeps the user ids as long as the mail log keeps its entries', async () => {
    await forgetRecipients(mailings, daysLater(mailLogDays - 1));
    expect((await find('sent')).uncertainIds).toEqual(['ana', 'bea']);
    expect(await find('paused')).toMatchObject({ uncertainIds: ['ana'], visitedUpTo: 'bea' });
  });

  it('removes the user ids of sent and paused mailings whose entries in the mail log have expired', async () => {
    const now = daysLater(mailLogDays);
    await forgetRecipients(mailings, now);
    expect(await find('sent')).toMatchObject({ status: 'sent', sent: 2, uncertainIds: [] });
    const paused = await find('paused');
    expect(paused).toMatchObject({ status: 'paused', sent: 2, uncertainIds: [] });
    expect(paused).not.toHaveProperty('visitedUpTo');
    expect(await mailings.write(mailings.resume(paused, now))).toBe(false);
  });

  it('keeps the position of a mailing that was resumed after the list was read', async () => {
    await sendTo('resumed', ['ana'], 'bea');
    const listed = [{ ...(await find('resumed')), status: 'paused' as const }];
    const all = async (status: string) => (status === 'paused' ? listed : []);
    await forgetRecipients({ all, forgetAll: mailings.forgetAll }, daysLater(mailLogDays));
    expect(await find('resumed')).toMatchObject({
      status: 'sending',
      uncertainIds: ['ana'],
      visitedUpTo: 'bea',
    });
  });
});
