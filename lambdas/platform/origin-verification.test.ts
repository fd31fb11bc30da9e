import { afterEach, expect, test, vi } from 'vitest';
import { originVerification } from './origin-verification.ts';

const current = 's'.repeat(64);
const next = 'n'.repeat(64);

afterEach(() => {
  vi.unstubAllEnvs();
});

/** A function started with these secrets, called with this header. */
function ask(secrets: string, header?: string) {
  vi.stubEnv('DISTRIBUTION_SECRETS', secrets);
  const check = originVerification();
  return () => check({ headers: header === undefined ? {} : { 'x-distribution-secret': header } });
}

test('accepts a request through CloudFront', () => {
  expect(ask(current, current)).not.toThrow();
});

test.each([current, next])('accepts either secret during a rotation: %s', (header) => {
  expect(ask(`${current} ${next}`, header)).not.toThrow();
});

test.each([
  ['no secret', undefined],
  ['an empty secret', ''],
  ['a wrong secret', 't'.repeat(64)],
  ['a part of the secret', 's'.repeat(63)],
  ['both secrets of a rotation, as in the settings', `${current} ${next}`],
  ['the secret twice, as the gateway joins headers', `${current},${current}`],
])('rejects a request with %s', (_, header) => {
  expect(ask(`${current} ${next}`, header)).toThrow(
    expect.objectContaining({ name: 'AppError', code: 'permission-denied' }),
  );
});

test.each([
  ['missing', ''],
  ['short', 'short'],
  ['missing next to a good one', `${current} `],
])('does not start with a secret that is %s', (_, secrets) => {
  expect(() => ask(secrets)).toThrow('DISTRIBUTION_SECRETS');
});
