import { beforeEach, expect, it, vi } from 'vitest';
import { signLinkToken } from '../mail/link-token.ts';
import { signRegistrationToken } from '../mail/registration-token.ts';
import { endRegistration } from './end-registration.ts';

let status: string | undefined;
const remove = vi.fn(async () => {
  status = undefined;
});
const take = vi.fn(async () => {});
const dependencies = {
  accounts: { statusOf: async () => status, remove },
  limits: { take },
  readLinkKey: async () => 'key',
};
const now = new Date('2026-11-27T12:00:00Z');
const end = (token = signRegistrationToken('key', 'user-1')) => endRegistration(dependencies, token, now);

beforeEach(() => {
  status = 'UNCONFIRMED';
  remove.mockClear();
  take.mockClear();
});

it('deletes an unconfirmed account, and nothing when it runs again', async () => {
  await end();
  await end();
  expect(remove.mock.calls).toEqual([['user-1']]);
  expect(take).toHaveBeenCalledWith('endRegistration', 'user-1', now);
});

it.each(['CONFIRMED', 'RESET_REQUIRED', 'UNKNOWN'])('keeps an account with the status %s', async (other) => {
  status = other;
  await expect(end()).rejects.toMatchObject({ code: 'aborted' });
  expect(remove).not.toHaveBeenCalled();
});

it.each([
  ['a token of another key', signRegistrationToken('other', 'user-1')],
  ['a token for another purpose', signLinkToken('key', 'unsubscribe', { userId: 'user-1', group: 'all' })],
  ['a word', 'nonsense'],
])('refuses %s', async (_, token) => {
  await expect(end(token)).rejects.toMatchObject({ code: 'invalid-argument' });
  expect(take).not.toHaveBeenCalled();
});
