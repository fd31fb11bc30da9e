import { describe, expect, it } from 'vitest';
import { mailingMessage } from './mailing-message.ts';

describe('mailingMessage', () => {
  it('returns the slug of a mailing that was started', () => {
    const event = { 'detail-type': 'MailingStarted', source: 'lorewright', detail: { slug: 'spring' } };
    expect(mailingMessage.parse(event)).toBe('spring');
  });

  it('returns the slug of a mailing whose run ran out of time', () => {
    expect(mailingMessage.parse({ continues: 'spring' })).toBe('spring');
  });

  it.each([
    { 'detail-type': 'AnotherEvent', detail: { slug: 'spring' } },
    { 'detail-type': 'MailingStarted', detail: {} },
    { continues: 7 },
    {},
  ])('rejects the message %j', (message) => {
    expect(mailingMessage.safeParse(message).success).toBe(false);
  });
});
