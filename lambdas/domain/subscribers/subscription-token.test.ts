import { expect, test } from 'vitest';
import { linkToken } from '../../../contract/operations/fields.ts';
import { visitorGroups } from '../../../contract/records/subscriber.ts';
import { isEmail } from '../../../contract/rules/email-address.ts';
import { subscriptionRequestDays } from '../../../contract/rules/retention.ts';
import { signUnsubscribeToken } from '../mail/unsubscribe-token.ts';
import { readSubscriptionToken, signSubscriptionToken } from './subscription-token.ts';

const key = 'k'.repeat(64);
const requestedAt = Date.UTC(2026, 10, 28);
const dayMs = 24 * 60 * 60 * 1000;
const request = { email: 'ana@example.test', groups: ['newsletter' as const], requestedAt };

test('works for the promised days, and not longer', () => {
  const token = signSubscriptionToken(key, request);
  const end = requestedAt + subscriptionRequestDays * dayMs;
  expect(readSubscriptionToken(key, token, new Date(end))).toEqual(request);
  expect(() => readSubscriptionToken(key, token, new Date(end + 1))).toThrow('This link has expired.');
});

test('does not accept the token of an unsubscription, or of another key', () => {
  const now = new Date(requestedAt);
  const other = signUnsubscribeToken(key, { userId: 'address-1', group: 'all' });
  expect(() => readSubscriptionToken(key, other, now)).toThrow('damaged');
  expect(() => readSubscriptionToken('z'.repeat(64), signSubscriptionToken(key, request), now)).toThrow(
    'damaged',
  );
});

test('fits into a request for the longest address and all groups', () => {
  const email = `${'a'.repeat(64)}@${'b'.repeat(63)}.${'c'.repeat(63)}.${'d'.repeat(57)}.com`;
  expect([isEmail(email), email.length]).toEqual([true, 254]);
  const token = signSubscriptionToken(key, { email, groups: [...visitorGroups], requestedAt });
  expect(linkToken.safeParse(token).success).toBe(true);
});
