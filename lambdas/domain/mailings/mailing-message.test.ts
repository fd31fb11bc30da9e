import { describe, expect, it } from 'vitest';
import { mailingMessage } from './mailing-message.ts';

describe('mailingMessage', () => {
  it('parses a started mailing to its slug', () => {
    const event = { 'detail-type': 'MailingStarted', source: 'lorewright', detail: { slug: 'spring' } };
    expect(mailingMessage.parse(event)).toBe('spring');
  });

  it('parses the message of a run that ran out of time to the slug', () => {
    expect(mailingMessage.parse({ continues: 'spring' })).toBe('spring');
  });

  it.each([
    { 'detail-type': 'AnotherEvent', detail: { slug: 'spring' } },
    { 'detail-type': 'MailingStarted', detail: {} },
    { continues: 7 },
    {},
  ])('refuses another message: %j', (message) => {
    expect(mailingMessage.safeParse(message).success).toBe(false);
  });
});
