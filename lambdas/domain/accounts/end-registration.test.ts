import { beforeEach, expect, it, vi } from 'vitest';
import { registrationToken, unsubscribeToken } from '../mail/link-token.ts';
import { endRegistration } from './end-registration.ts';

let status: string | undefined;
let address: string;
const remove = vi.fn(async () => {
  status = undefined;
});
const take = vi.fn(async () => {});
const dependencies = {
  accounts: { remove },
  limits: { take },
  readAccount: async () =>
    status === undefined
      ? undefined
      : {
          account: { email: address },
          hasSecondFactor: false,
          state: { createdAt: '', lastChangedAt: '', status, isEnabled: true },
        },
  readLinkKey: async () => 'key',
};
const now = new Date('2026-11-27T12:00:00Z');
const registration = { userId: 'user-1', email: 'ana@example.test' };
const end = (token = registrationToken.sign('key', registration)) =>
  endRegistration(dependencies, token, now);

beforeEach(() => {
  status = 'UNCONFIRMED';
  address = registration.email;
  remove.mockClear();
  take.mockClear();
});

it('deletes an unconfirmed account, and nothing when it runs again', async () => {
  await end();
  await end();
  expect(remove.mock.calls).toEqual([['user-1']]);
  expect(take).toHaveBeenCalledWith('endRegistration', 'user-1', now);
});

it('keeps a registration whose address was corrected after the email', async () => {
  address = 'right-ana@example.test';
  await end();
  expect(remove).not.toHaveBeenCalled();
});

it.each(['CONFIRMED', 'RESET_REQUIRED', 'UNKNOWN'])('keeps an account with the status %s', async (other) => {
  status = other;
  await expect(end()).rejects.toMatchObject({ code: 'aborted' });
  expect(remove).not.toHaveBeenCalled();
});

it.each([
  ['a token of another key', registrationToken.sign('other', registration)],
  ['a token for another purpose', unsubscribeToken.sign('key', { userId: 'user-1', group: 'all' })],
  ['a word', 'nonsense'],
])('refuses %s', async (_, token) => {
  await expect(end(token)).rejects.toMatchObject({ code: 'invalid-argument' });
  expect(take).not.toHaveBeenCalled();
});
