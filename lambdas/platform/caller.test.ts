import type { APIGatewayProxyEventV2 } from 'aws-lambda';
import { describe, expect, test } from 'vitest';
import { readCaller, requireFreshSignIn } from './caller.ts';

function requestWith(groups: unknown, headers: Record<string, string> = {}): APIGatewayProxyEventV2 {
  const claims = { sub: 'user-1', token_use: 'access', 'cognito:groups': groups };
  return { headers, requestContext: { authorizer: { jwt: { claims } } } } as never;
}

describe('the groups of a caller, as an HTTP API writes a list', () => {
  test.each([
    ['[paid vip]', ['vip', 'paid']],
    ['[admin vip paid]', ['admin', 'vip', 'paid']],
    ['[paid]', ['paid']],
    ['paid', ['paid']],
    ['[]', []],
    ['', []],
    [undefined, []],
    ['[unpaid administrators]', []],
    ['[newsletter paid]', ['paid']],
  ])('reads %j as %j', (claim, expected) => {
    expect(readCaller(requestWith(claim)).groups).toEqual(expected);
  });
});

test.each([
  ['Bearer abc.def.ghi', 'abc.def.ghi'],
  ['bearer abc.def.ghi', 'abc.def.ghi'],
  ['abc.def.ghi', 'abc.def.ghi'],
])('reads the access token from %j', (authorization, expected) => {
  expect(readCaller(requestWith('[]', { authorization })).accessToken).toBe(expected);
});

describe('a fresh sign-in', () => {
  const now = new Date('2026-03-01T12:00:00Z');
  const signedIn = (authTime: unknown) => {
    const claims = { sub: 'user-1', token_use: 'access', auth_time: authTime };
    return readCaller({ headers: {}, requestContext: { authorizer: { jwt: { claims } } } } as never);
  };
  const secondsAgo = (seconds: number) => String(now.getTime() / 1000 - seconds);

  test.each([0, 60, 300])('accepts a password typed %i seconds ago', (seconds) => {
    expect(() => requireFreshSignIn(signedIn(secondsAgo(seconds)), now)).not.toThrow();
  });

  test.each([secondsAgo(301), undefined, 'yesterday', ''])('rejects the time %s', (authTime) => {
    expect(() => requireFreshSignIn(signedIn(authTime), now)).toThrow(
      expect.objectContaining({ code: 'permission-denied' }),
    );
  });
});
