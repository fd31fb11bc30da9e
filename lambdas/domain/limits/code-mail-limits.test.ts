import { describe, expect, it } from 'vitest';
import { mailboxOf } from './code-mail-limits.ts';

describe('mailboxOf', () => {
  it.each(['ana.lore@gmail.com', 'A.N.A.lore+map@gmail.com', 'analore@googlemail.com'])(
    'counts %s for one mailbox at Gmail',
    (email) => {
      expect(mailboxOf(email)).toBe('analore@gmail.com');
    },
  );

  it.each([
    ['Ana+lore@example.test', 'ana@example.test'],
    ['ana.lore@example.test', 'ana.lore@example.test'],
    ['ana.lore@gmail.com.example', 'ana.lore@gmail.com.example'],
    ['"a@b"@example.test', '"a@b"@example.test'],
  ])('counts %s for %s', (email, mailbox) => {
    expect(mailboxOf(email)).toBe(mailbox);
  });
});
