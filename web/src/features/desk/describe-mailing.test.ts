import { describe, expect, it } from 'vitest';
import type { MailingSummary } from '../../../../contract/records/mailing.ts';
import { describeMailing, peopleOf } from './describe-mailing.ts';

const draft: MailingSummary = {
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
