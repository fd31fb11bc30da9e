import { createHmac } from 'node:crypto';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { unsubscribableGroups } from '../../../contract/records/user.ts';
import { readUnsubscribeToken, signUnsubscribeToken } from './unsubscribe-token.ts';

const key = 'k'.repeat(64);
const refusal = expect.objectContaining({ name: 'AppError', code: 'invalid-argument' });

test.each([...unsubscribableGroups, 'all'] as const)('reads back a token for %s', (group) => {
  const token = signUnsubscribeToken(key, { userId: 'user-1', group });
  expect(token).toMatch(/^[\w-]+\.[\w-]+$/);
  expect(readUnsubscribeToken(key, token)).toEqual({ userId: 'user-1', group });
});

test('is deterministic, so that an email that is sent again has the same links', () => {
  const sign = () => signUnsubscribeToken(key, { userId: 'user-1', group: 'updates' });
  expect(sign()).toBe(sign());
});

test('is valid on every machine during a rotation of the key, and later', () => {
  const another = 'n'.repeat(64);
  // A machine may be one step behind; docs/alarms.md lists the steps.
  const steps = [key, `${key} ${another}`, `${another} ${key}`];
  for (const [index, signing] of steps.entries()) {
    const token = signUnsubscribeToken(signing, { userId: 'user-1', group: 'updates' });
    for (const reading of [steps[index - 1], signing, steps[index + 1]])
      if (reading) expect(readUnsubscribeToken(reading, token)).toMatchObject({ userId: 'user-1' });
  }
});

describe('a damaged or forged token', () => {
  const token = signUnsubscribeToken(key, { userId: 'user-1', group: 'updates' });
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
    expect(() => readUnsubscribeToken(key, tampered)).toThrow(refusal);
  });

  test('refuses a token that another key signed', () => {
    const foreign = signUnsubscribeToken('another'.repeat(8), { userId: 'user-1', group: 'updates' });
    expect(() => readUnsubscribeToken(key, foreign)).toThrow(refusal);
  });

  test('refuses a token that was signed with an empty key', () => {
    const unsigned = `${payload}.${createHmac('sha256', '').update(`unsubscribe.${payload}`).digest('base64url')}`;
    expect(() => readUnsubscribeToken(` ${key}\n`, unsigned)).toThrow(refusal);
    expect(readUnsubscribeToken(` ${key}\n`, token)).toBeDefined();
  });

  test('refuses a token in which one character was changed', () => {
    const letters = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_.';
    fc.assert(
      fc.property(fc.nat(token.length - 1), fc.constantFrom(...letters), (index, letter) => {
        fc.pre(token[index] !== letter);
        const tampered = token.slice(0, index) + letter + token.slice(index + 1);
        expect(() => readUnsubscribeToken(key, tampered)).toThrow(refusal);
      }),
    );
  });
});
