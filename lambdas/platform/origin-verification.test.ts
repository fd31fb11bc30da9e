import { afterEach, describe, expect, it, vi } from 'vitest';
import { originVerification } from './origin-verification.ts';

const current = 's'.repeat(64);
const next = 'n'.repeat(64);

afterEach(() => {
  vi.unstubAllEnvs();
});

/** A function that requires this secret, called with this header. */
function ask(secret: string, header?: string) {
  vi.stubEnv('DISTRIBUTION_SECRET', secret);
  const check = originVerification();
  return () => check({ headers: header === undefined ? {} : { 'x-distribution-secret': header } });
}

describe('originVerification', () => {
  it('accepts a request through CloudFront', () => {
    expect(ask(current, current)).not.toThrow();
  });

  it.each([`${current} ${next}`, `${next} ${current}`])(
    'accepts a request through CloudFront during a rotation, with the header %s',
    (header) => {
      expect(ask(current, header)).not.toThrow();
      expect(ask(next, header)).not.toThrow();
    },
  );

  it.each([
    ['no secret', undefined],
    ['an empty secret', ''],
    ['a wrong secret', 't'.repeat(64)],
    ['a part of the secret', 's'.repeat(63)],
    ['a previous secret', next],
    ['the secret twice, as the gateway joins headers', `${current},${current}`],
  ])('rejects a request with %s', (_, header) => {
    expect(ask(current, header)).toThrow(
      expect.objectContaining({ name: 'AppError', code: 'permission-denied' }),
    );
  });

  it.each([
    ['missing', ''],
    ['short', 'short'],
  ])('does not start with a secret that is %s', (_, secret) => {
    expect(() => ask(secret)).toThrow('DISTRIBUTION_SECRET');
  });
});
