import { afterEach, expect, test, vi } from 'vitest';
import { originVerification } from './origin-verification.ts';

const current = 's'.repeat(64);
const next = 'n'.repeat(64);

afterEach(() => {
  vi.unstubAllEnvs();
});

/** A function that was started with these secrets, asked with this header. */
function ask(secrets: string, header?: string) {
  vi.stubEnv('DISTRIBUTION_SECRETS', secrets);
  const check = originVerification();
  return () => check({ headers: header === undefined ? {} : { 'x-distribution-secret': header } });
}

test('who comes through the distribution is let in', () => {
  expect(ask(current, current)).not.toThrow();
});

test.each([current, next])('while the secret is rotated, either is good: %s', (header) => {
  expect(ask(`${current} ${next}`, header)).not.toThrow();
});

test.each([
  ['no secret', undefined],
  ['an empty one', ''],
  ['a wrong one', 't'.repeat(64)],
  ['a part of it', 's'.repeat(63)],
  ['both of a rotation, as they stand in the settings', `${current} ${next}`],
  ['it twice, as the gateway joins headers', `${current},${current}`],
])('with %s, a request is refused', (_, header) => {
  expect(ask(`${current} ${next}`, header)).toThrow(
    expect.objectContaining({ name: 'AppError', code: 'permission-denied' }),
  );
});

test.each([
  ['missing', ''],
  ['short', 'short'],
  ['missing beside a good one', `${current} `],
])('a function whose secret is %s does not start', (_, secrets) => {
  expect(() => ask(secrets)).toThrow('DISTRIBUTION_SECRETS');
});
