import { beforeEach, describe, expect, it, vi } from 'vitest';
import { AppError } from '../../platform/app-error.ts';
import { testSiteTables } from '../../platform/test-site-tables.ts';
import { mailingStore } from './mailing-store.ts';
import { startDueMailings } from './start-due-mailings.ts';

const { client, names } = testSiteTables('Mailings');
const mailings = mailingStore(client, names.Mailings);
const storedAt = new Date('2026-12-01T08:00:00.000Z');
const dueAt = new Date('2026-12-01T08:30:00.000Z');
const minutesLater = (minutes: number) => new Date(dueAt.getTime() + minutes * 60_000);
const check = vi.fn<() => Promise<number>>();
const start = vi.fn<(slug: string) => Promise<void>>();
const report = vi.fn<(mailing: { slug: string }, problem: string) => Promise<void>>();
const run = (now: Date) => startDueMailings({ mailings, check, start, report, now: () => now });
const reported = () => report.mock.calls.map(([{ slug }, problem]) => [slug, problem]);

const statusOf = async (slug: string) => (await mailings.find(slug))?.status;

async function schedule(slug: string) {
  const written = { slug, group: 'updates' as const, subject: 'News', preheader: 'New', content: [] };
  const schedule = { at: dueAt.toISOString(), timeZone: 'Europe/Berlin', by: 'ana' };
  await mailings.write(mailings.saveDraft(written, 'Text', storedAt, undefined));
  await mailings.write(mailings.schedule(slug, storedAt.toISOString(), schedule, storedAt));
}

beforeEach(async () => {
  for (const { slug } of await mailings.all('scheduled')) await mailings.discardUnsent(slug);
  check.mockReset().mockResolvedValue(467);
  start.mockReset().mockResolvedValue();
  report.mockReset().mockResolvedValue();
});

describe('startDueMailings', () => {
  it('starts a mailing at its time, once, approved by the admin who scheduled it', async () => {
    await schedule('on-time');
    await run(minutesLater(-1));
    expect(start).not.toHaveBeenCalled();
    await run(minutesLater(1));
    await run(minutesLater(7));
    expect(start).toHaveBeenCalledExactlyOnceWith('on-time');
    const mailing = await mailings.find('on-time');
    expect(mailing).toMatchObject({
      status: 'sending',
      approvedBy: 'ana',
      approvedAt: minutesLater(1).toISOString(),
      expected: 467,
    });
    expect(mailing).not.toHaveProperty('schedule');
  });

  it('starts a mailing once when two runs find it', async () => {
    await schedule('twice');
    await Promise.all([run(minutesLater(1)), run(minutesLater(1))]);
    expect(start).toHaveBeenCalledOnce();
  });

  it('starts nothing that an admin has changed since it was checked', async () => {
    await schedule('canceled');
    check.mockImplementation(async () => {
      await mailings.write(mailings.unschedule('canceled', storedAt.toISOString(), minutesLater(1)));
      return 467;
    });
    await run(minutesLater(1));
    expect(start).not.toHaveBeenCalled();
    expect((await mailings.find('canceled'))?.status).toBe('draft');
  });

  it('makes a mailing that cannot be sent a draft with the reason, and tells the team', async () => {
    await schedule('broken');
    check.mockRejectedValue(new AppError('aborted', '1.4.0 was withdrawn.'));
    await run(minutesLater(19));
    expect(await statusOf('broken')).toBe('scheduled');
    await run(minutesLater(21));
    expect(start).not.toHaveBeenCalled();
    expect(reported()).toEqual([['broken', '1.4.0 was withdrawn.']]);
    const mailing = await mailings.find('broken');
    expect(mailing).toMatchObject({ status: 'draft', problem: '1.4.0 was withdrawn.' });
    expect(mailing).not.toHaveProperty('schedule');
    await run(minutesLater(27));
    expect(report).toHaveBeenCalledOnce();
  });

  it('repeats the email when it failed, because the mailing is still scheduled', async () => {
    await schedule('unreported');
    check.mockRejectedValue(new AppError('aborted', 'Nobody receives newsletters.'));
    report.mockRejectedValueOnce(new Error('SES is away.'));
    await expect(run(minutesLater(21))).rejects.toThrow('SES is away.');
    await run(minutesLater(27));
    expect(report).toHaveBeenCalledTimes(2);
    expect((await mailings.find('unreported'))?.status).toBe('draft');
  });

  it('waits 20 minutes for an article that is published at the same time', async () => {
    await schedule('waiting');
    check.mockRejectedValueOnce(new AppError('aborted', 'The text links to /blog/maps.'));
    await run(minutesLater(1));
    expect(await statusOf('waiting')).toBe('scheduled');
    await run(minutesLater(7));
    expect(start).toHaveBeenCalledExactlyOnceWith('waiting');
    expect(report).not.toHaveBeenCalled();
  });

  it('starts the others when one cannot be sent', async () => {
    await schedule('bad');
    await schedule('good');
    check.mockRejectedValueOnce(new AppError('aborted', 'No.'));
    await run(minutesLater(21));
    expect(start).toHaveBeenCalledOnce();
    expect(report).toHaveBeenCalledOnce();
  });

  it('fails when a table fails, so that the queue repeats it', async () => {
    await schedule('failing');
    check.mockRejectedValue(new Error('The table is away.'));
    await expect(run(minutesLater(1))).rejects.toThrow('The table is away.');
    expect((await mailings.find('failing'))?.status).toBe('scheduled');
  });
});
