import { describe, expect, it } from 'vitest';
import { newsletterOfMailing } from './newsletter-of-mailing.ts';

const written = {
  slug: 'november',
  group: 'newsletter',
  subject: 'News',
  preheader: 'What is new',
  content: [],
} as const;

describe('newsletterOfMailing', () => {
  it('shows the subject, the preheader and the day of the approval', () => {
    const mailing = { updatedAt: '2026-11-25T10:00:00.000Z', approvedAt: '2026-11-24T23:59:00.000Z' };
    expect(newsletterOfMailing(mailing, { ...written, content: [] })).toEqual({
      slug: 'november',
      headline: 'News',
      author: 'The Lorewright team',
      description: 'What is new',
      createdAt: '2026-11-24',
      updatedAt: '2026-11-24T23:59:00.000Z',
      content: [],
    });
  });

  it('shows the day of the last change when no approval is recorded', () => {
    const mailing = { updatedAt: '2026-11-25T10:00:00.000Z' };
    expect(newsletterOfMailing(mailing, { ...written, content: [] })).toMatchObject({
      createdAt: '2026-11-25',
    });
  });
});
