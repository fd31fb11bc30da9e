import type { APIGatewayProxyEventV2 } from 'aws-lambda';
import { describe, expect, test } from 'vitest';
import { readCaller } from './caller.ts';

function requestWith(groups: unknown, headers: Record<string, string> = {}): APIGatewayProxyEventV2 {
  const claims = { sub: 'user-1', token_use: 'access', 'cognito:groups': groups };
  return { headers, requestContext: { authorizer: { jwt: { claims } } } } as never;
}

describe('the groups, as an HTTP API writes a list', () => {
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
  ])('%j are %j', (claim, expected) => {
    expect(readCaller(requestWith(claim)).groups).toEqual(expected);
  });
});

test.each([
  ['Bearer abc.def.ghi', 'abc.def.ghi'],
  ['bearer abc.def.ghi', 'abc.def.ghi'],
  ['abc.def.ghi', 'abc.def.ghi'],
])('the access token is read from %j', (authorization, expected) => {
  expect(readCaller(requestWith('[]', { authorization })).accessToken).toBe(expected);
});
