import { describe, expect, it } from 'vitest';
import type { ListedMailing } from '../../../../contract/records/mailing.ts';
import { describeMailing, peopleOf } from './describe-mailing.ts';

const draft: ListedMailing = {
  slug: 'maps',
  group: 'resources',
  subject: 'Maps',
  status: 'draft',
  createdAt: '2026-11-25T10:00:00.000Z',
  updatedAt: '2026-11-25T10:00:00.000Z',
  sent: 0,
  skipped: 0,
  bounced: 0,
  complained: 0,
  uncertainIds: [],
};

describe('describeMailing', () => {
  it('shows only the time of a draft', () => {
    expect(describeMailing(draft)).toEqual(['Changed Nov 25, 2026, 10:00 AM UTC.']);
  });

  it('shows why a scheduled mailing is a draft again', () => {
    expect(describeMailing({ ...draft, problem: '1.4.0 was withdrawn.' })).toEqual([
      '1.4.0 was withdrawn.',
      'Changed Nov 25, 2026, 10:00 AM UTC.',
    ]);
  });

  it('shows the time of a scheduled mailing in its zone and in UTC', () => {
    const schedule = { at: '2026-12-01T08:30:00.000Z', timeZone: 'Europe/Berlin', by: 'ana' };
    expect(describeMailing({ ...draft, status: 'scheduled', schedule })).toEqual([
      'It starts on Tuesday, December 1, 2026 at 9:30 AM GMT+1 (Europe/Berlin), which is Dec 1, 2026, 8:30 AM UTC.',
    ]);
    expect(
      describeMailing({ ...draft, status: 'scheduled', schedule: { ...schedule, timeZone: 'UTC' } }),
    ).toEqual(['It starts on Tuesday, December 1, 2026 at 8:30 AM UTC.']);
  });

  it('shows what the site does not have, of a mailing that is paused', () => {
    const [first, second] = describeMailing({
      ...draft,
      status: 'paused',
      pauseReason: 'content',
      problem: 'The site has no picture at /media/map.png.',
    });
    expect([first, second]).toEqual(['It paused by itself.', 'The site has no picture at /media/map.png.']);
  });

  it('omits outcomes that have not happened', () => {
    expect(describeMailing({ ...draft, status: 'sending', expected: 1, sent: 0 })).toEqual([
      'Sent to 0 of 1 person.',
    ]);
  });

  it('describes why a mailing is paused, and the outcomes of its emails', () => {
    const counts = { sent: 1234, skipped: 1, bounced: 40, complained: 1, uncertainIds: ['a', 'b'] };
    expect(
      describeMailing({ ...draft, ...counts, status: 'paused', pauseReason: 'bounces', expected: 2000 }),
    ).toEqual([
      'It paused by itself, because too many emails bounced.',
      'Sent to 1,234 of 2,000 people.',
      'Skipped 1 account without a subscription or with a refused address.',
      '2 people may or may not have received it. It is not sent to them again.',
      '40 emails bounced.',
      '1 reader reported it as spam.',
    ]);
  });

  it('says that a mailing to people without a license skipped the others', () => {
    const counts = { sent: 3, expected: 3, skipped: 2 };
    expect(describeMailing({ ...draft, ...counts, status: 'sent', audience: 'unlicensed' })).toContain(
      'Skipped 2 accounts with a license, without a subscription or with a refused address.',
    );
  });

  it('states when a mailing ended', () => {
    const endedAt = '2026-11-25T11:00:00.000Z';
    expect(describeMailing({ ...draft, status: 'sent', expected: 3, sent: 3, endedAt })).toEqual([
      'Sent to 3 of 3 people.',
      'Ended Nov 25, 2026, 11:00 AM UTC.',
    ]);
  });
});

describe('peopleOf', () => {
  it.each([
    [1, '1 person'],
    [1234, '1,234 people'],
  ])('describes %i', (count, expected) => {
    expect(peopleOf(count)).toBe(expected);
  });
});
