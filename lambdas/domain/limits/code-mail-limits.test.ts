import { describe, expect, it, vi } from 'vitest';
import { countCodeMail } from './code-mail-limits.ts';

/** Returns the key of the first limit of a registration. */
async function countedFor(email: string): Promise<unknown> {
  const take = vi.fn();
  const mail = { triggerSource: 'CustomEmailSender_SignUp', userId: 'user-1', email };
  await countCodeMail({ take }, mail, new Date());
  const [action, counted] = take.mock.calls[0] ?? [];
  expect(action).toBe('signUpMail');
  return counted;
}

describe('countCodeMail', () => {
  it.each([
    ['CustomEmailSender_ResendCode', 'resendMailToMailbox'],
    ['CustomEmailSender_UpdateUserAttribute', 'newAddressMailToMailbox'],
  ])('also counts %s by mailbox', async (triggerSource, action) => {
    const take = vi.fn();
    const mail = { triggerSource, userId: 'user-1', email: 'ana.lore@gmail.com' };
    await countCodeMail({ take }, mail, new Date());
    expect(take).toHaveBeenCalledWith(action, 'analore@gmail.com', expect.any(Date));
  });

  it.each(['ana.lore@gmail.com', 'A.N.A.lore+map@gmail.com', 'analore@googlemail.com'])(
    'counts %s for one mailbox at Gmail',
    async (email) => {
      expect(await countedFor(email)).toBe('analore@gmail.com');
    },
  );

  it.each([
    ['Ana+lore@example.test', 'ana@example.test'],
    ['ana.lore@example.test', 'ana.lore@example.test'],
    ['ana.lore@gmail.com.example', 'ana.lore@gmail.com.example'],
    ['"a@b"@example.test', '"a@b"@example.test'],
    // Otherwise all texts that are not addresses would share one limit.
    ['Ana', 'ana'],
  ])('counts %s for %s', async (email, mailbox) => {
    expect(await countedFor(email)).toBe(mailbox);
  });
});
