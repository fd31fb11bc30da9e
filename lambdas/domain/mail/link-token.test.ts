import { createHmac } from 'node:crypto';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { linkToken } from '../../../contract/operations/fields.ts';
import { visitorGroups } from '../../../contract/records/subscriber.ts';
import { unsubscribableGroups } from '../../../contract/records/user.ts';
import { isEmail } from '../../../contract/rules/email-address.ts';
import { subscriptionRequestDays } from '../../../contract/rules/retention.ts';
import {
  readSubscriptionToken,
  readWithdrawalToken,
  subscriptionToken,
  unsubscribeToken,
  withdrawalToken,
} from './link-token.ts';

const key = 'k'.repeat(64);
const refusal = expect.objectContaining({ name: 'AppError', code: 'invalid-argument' });

test.each([...unsubscribableGroups, 'all'] as const)('reads back a token for %s', (group) => {
  const token = unsubscribeToken.sign(key, { userId: 'user-1', group });
  expect(token).toMatch(/^[\w-]+\.[\w-]+$/);
  expect(unsubscribeToken.read(key, token)).toEqual({ userId: 'user-1', group });
});

test('is deterministic, so that an email that is sent again has the same links', () => {
  const sign = () => unsubscribeToken.sign(key, { userId: 'user-1', group: 'updates' });
  expect(sign()).toBe(sign());
});

test('is valid on every machine during a rotation of the key, and later', () => {
  const another = 'n'.repeat(64);
  // A machine may be one step behind; docs/alarms.md lists the steps.
  const steps = [key, `${key} ${another}`, `${another} ${key}`];
  for (const [index, signing] of steps.entries()) {
    const token = unsubscribeToken.sign(signing, { userId: 'user-1', group: 'updates' });
    for (const reading of [steps[index - 1], signing, steps[index + 1]])
      if (reading) expect(unsubscribeToken.read(reading, token)).toMatchObject({ userId: 'user-1' });
  }
});

describe('a damaged or forged token', () => {
  const token = unsubscribeToken.sign(key, { userId: 'user-1', group: 'updates' });
  const [payload = '', signature = ''] = token.split('.');
  const otherPayload = Buffer.from(JSON.stringify({ userId: 'user-2', group: 'updates' })).toString(
    'base64url',
  );

  test.each([
    ['that is empty', ''],
    ['that is nonsense', 'nonsense'],
    ['without a signature', payload],
    ['with an empty signature', `${payload}.`],
    ['with nothing signed', `.${signature}`],
    ['for another user', `${otherPayload}.${signature}`],
    ['that was cut off', token.slice(0, -1)],
    ['with a character after it', `${token}A`],
    ['with a third part', `${token}.${signature}`],
    ['with the padding that base64 may have', `${token}=`],
    ['with a space', ` ${token}`],
  ])('refuses a token %s', (_, tampered) => {
    expect(() => unsubscribeToken.read(key, tampered)).toThrow(refusal);
  });

  test('refuses a token of another purpose, although the same key signed it', () => {
    expect(() => withdrawalToken.read(key, token)).toThrow(refusal);
  });

  test('refuses a token that another key signed', () => {
    const foreign = unsubscribeToken.sign('another'.repeat(8), { userId: 'user-1', group: 'updates' });
    expect(() => unsubscribeToken.read(key, foreign)).toThrow(refusal);
  });

  test('refuses a token that was signed with an empty key', () => {
    const unsigned = `${payload}.${createHmac('sha256', '').update(`unsubscribe.${payload}`).digest('base64url')}`;
    expect(() => unsubscribeToken.read(` ${key}\n`, unsigned)).toThrow(refusal);
    expect(unsubscribeToken.read(` ${key}\n`, token)).toBeDefined();
  });

  test('refuses a token in which one character was changed', () => {
    const letters = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_.';
    fc.assert(
      fc.property(fc.nat(token.length - 1), fc.constantFrom(...letters), (index, letter) => {
        fc.pre(token[index] !== letter);
        const tampered = token.slice(0, index) + letter + token.slice(index + 1);
        expect(() => unsubscribeToken.read(key, tampered)).toThrow(refusal);
      }),
    );
  });
});

describe('subscriptionToken', () => {
  const requestedAt = Date.UTC(2026, 10, 28);

  test('works for the promised days, and not longer', () => {
    const request = { email: 'ana@example.test', groups: ['newsletter' as const], requestedAt };
    const token = subscriptionToken.sign(key, request);
    const end = requestedAt + subscriptionRequestDays * 24 * 60 * 60 * 1000;
    expect(readSubscriptionToken(key, token, new Date(end))).toEqual(request);
    expect(() => readSubscriptionToken(key, token, new Date(end + 1))).toThrow('This link has expired.');
  });

  test('fits into a request for the longest address and all groups', () => {
    const email = `${'a'.repeat(64)}@${'b'.repeat(63)}.${'c'.repeat(63)}.${'d'.repeat(57)}.com`;
    expect([isEmail(email), email.length]).toEqual([true, 254]);
    const token = subscriptionToken.sign(key, { email, groups: [...visitorGroups], requestedAt });
    expect(linkToken.safeParse(token).success).toBe(true);
  });
});

describe('withdrawalToken', () => {
  const stated = { orderId: 'cs_1', statedAt: '2025-09-10T08:15:00.000Z', name: 'Zoë Ferreira' };
  const read = (statement: typeof stated | Omit<typeof stated, 'name'>, now: string) =>
    readWithdrawalToken(key, withdrawalToken.sign(key, statement), new Date(now));

  test('works for 30 days, and not longer', () => {
    expect(read(stated, '2025-10-10T08:15:00Z')).toEqual(stated);
    expect(() => read(stated, '2025-10-10T08:15:01Z')).toThrow(
      expect.objectContaining({
        code: 'invalid-argument',
        message: expect.stringContaining('This link has expired.'),
      }),
    );
  });

  test('may lack the name, as older links do', () => {
    const { name: _, ...nameless } = stated;
    expect(read(nameless, '2025-09-11T08:15:00Z')).toEqual(nameless);
  });
});
