import {
  AdminGetUserCommand,
  CognitoIdentityProviderClient,
  UserNotFoundException,
} from '@aws-sdk/client-cognito-identity-provider';
import { mockClient } from 'aws-sdk-client-mock';
import { beforeEach, expect, onTestFinished, test, vi } from 'vitest';
import { limitStore } from '../domain/limits/limit-store.ts';
import { addressKey } from '../domain/mail/mail-log-store.ts';
import { subscriptionStore } from '../domain/subscribers/subscription-store.ts';
import { deliver } from '../platform/test-event.ts';
import { testSiteTables } from '../platform/test-site-tables.ts';
import { compose } from './compose.ts';
import { confirmSubscriptionRequest } from './confirm-subscription-request.ts';

const { client: tables, names } = testSiteTables('Limits', 'Subscribers');
const pool = mockClient(CognitoIdentityProviderClient);
const sendOnce = vi.fn();
const subscriptions = subscriptionStore(tables, names.Subscribers);
const handler = confirmSubscriptionRequest({
  ...compose(),
  limits: limitStore(tables, names.Limits),
  readLinkKey: async () => 'k'.repeat(64),
  send: sendOnce,
  subscriptions,
});

const start = new Date('2026-11-28T10:00:00Z');
let count = 0;
const ask = (email: string, minute = 0) => {
  count += 1;
  const requestedAt = new Date(start.getTime() + minute * 60_000).toISOString();
  vi.setSystemTime(requestedAt);
  const request = { requestId: `request-${count}`, email, groups: ['newsletter'], requestedAt };
  return { again: () => deliver(handler, request), done: deliver(handler, request) };
};
const sent = () => sendOnce.mock.calls.map(([sending]) => sending);
const subjects = () => sent().map(({ mail }) => mail.subject);

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['Date'], now: start });
  onTestFinished(() => void vi.useRealTimers());
  sendOnce.mockReset();
  pool.reset();
  pool.on(AdminGetUserCommand).rejects(new UserNotFoundException({ message: 'None.', $metadata: {} }));
});

test('sends a link, and nothing else is stored', async () => {
  await ask('ana@example.test').done;
  expect(sent()).toEqual([
    {
      idempotencyKey: expect.stringContaining('request-'),
      to: 'ana@example.test',
      mail: expect.objectContaining({
        text: expect.stringContaining('https://site.test/newsletter#confirm='),
      }),
      logUnder: 'address',
    },
  ]);
  expect(await subscriptions.find(addressKey('ana@example.test'))).toBeUndefined();
});

test('sends a mailbox one email in an hour and four in a day, whatever spelling strangers use', async () => {
  await ask('ben@example.test').done;
  await ask('ben+news@example.test', 10).done;
  await ask('BEN@example.test', 20).done;
  expect(sent()).toHaveLength(1);
  for (const hour of [1, 2, 3, 4, 5]) await ask(`ben+${hour}@example.test`, hour * 60).done;
  expect(sent()).toHaveLength(4);
  await ask('somebody-else@example.test', 5 * 60).done;
  expect(sent()).toHaveLength(5);
});

test('retries the email of a repeated event with the same idempotency key', async () => {
  sendOnce.mockRejectedValueOnce(new Error('throttled'));
  const { done, again } = ask('cleo@example.test');
  await expect(done).rejects.toThrow('throttled');
  await again();
  const [first, second] = sent();
  expect(second).toEqual(first);
});

test('reveals an account only to its mailbox', async () => {
  pool.on(AdminGetUserCommand).resolves({
    UserStatus: 'CONFIRMED',
    Enabled: true,
    UserCreateDate: start,
    UserLastModifiedDate: start,
    UserAttributes: [
      { Name: 'sub', Value: 'user-1' },
      { Name: 'email', Value: 'dan@example.test' },
    ],
  });
  await ask('dan@example.test').done;
  expect(sent()).toMatchObject([{ to: 'dan@example.test', logUnder: { userId: 'user-1' } }]);
  expect(sent()[0].mail.text).not.toContain('#confirm=');
  expect(sent()[0].mail.text).toContain('https://site.test/preferences');
});

test('adds a link to the subscription of an address that gets emails', async () => {
  await subscriptions.change(addressKey('eva@example.test'), () => ({
    subscriberId: addressKey('eva@example.test'),
    email: 'eva@example.test',
    groups: ['updates'],
    confirmedAt: start.toISOString(),
  }));
  await ask('eva@example.test').done;
  expect(sent()[0].mail.text).toContain('/newsletter#token=');
  // A stranger who types the address must not end or change what its owner has confirmed.
  expect(await subscriptions.find(addressKey('eva@example.test'))).toMatchObject({
    groups: ['updates'],
    version: 1,
  });
});

test('sends no link that has expired, after the event waited as a dead letter', async () => {
  const { again, done } = ask('finn@example.test');
  await done;
  sendOnce.mockReset();
  vi.setSystemTime(new Date(start.getTime() + 8 * 24 * 60 * 60_000));
  await again();
  expect(subjects()).toEqual([]);
});
