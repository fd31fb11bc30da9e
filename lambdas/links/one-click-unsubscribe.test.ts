import { CognitoIdentityProviderClient } from '@aws-sdk/client-cognito-identity-provider';
import { DynamoDBDocumentClient, GetCommand, UpdateCommand } from '@aws-sdk/lib-dynamodb';
import type { Context } from 'aws-lambda';
import { mockClient } from 'aws-sdk-client-mock';
import { beforeEach, expect, test, vi } from 'vitest';
import { unsubscribeToken } from '../domain/mail/link-token.ts';
import { newUser } from '../domain/users/new-user.ts';
import { fromDistribution } from '../platform/test-request.ts';
import { compose } from './compose.ts';
import { oneClickUnsubscribe } from './one-click-unsubscribe.ts';

const key = 'k'.repeat(64);
const announce = vi.fn<(userId: string) => Promise<void>>();
const table = mockClient(DynamoDBDocumentClient);
mockClient(CognitoIdentityProviderClient);
const handler = oneClickUnsubscribe({ ...compose(), announce, readLinkKey: async () => key });

const token = unsubscribeToken.sign(key, { userId: 'user-1', group: 'updates' });

/** A request as email programs send it: a form, with the token in the URL. */
async function post(queryStringParameters?: Record<string, string>, body = 'List-Unsubscribe=One-Click') {
  const request = {
    headers: { ...fromDistribution, 'content-type': 'application/x-www-form-urlencoded' },
    requestContext: { http: { method: 'POST' } },
    queryStringParameters,
    body,
  };
  const { statusCode, body: text = '' } = await handler(request as never, {} as Context);
  return { statusCode, ...JSON.parse(text) };
}

beforeEach(() => {
  announce.mockReset();
  table.reset();
  table
    .on(GetCommand)
    .resolves({
      Item: { ...newUser('user-1', 'ana@example.test', new Date(0)), unsubscriptions: ['feedback'] },
    })
    .on(UpdateCommand)
    .resolves({});
});

test.each(['List-Unsubscribe=One-Click', '', '------form\r\ncontent-disposition: form-data'])(
  'unsubscribes from the group, whatever the body: %j',
  async (body) => {
    expect(await post({ token, utm_source: 'mail' }, body)).toEqual({ statusCode: 200, result: {} });
    const [change] = table.commandCalls(UpdateCommand, { TableName: 'Users' });
    expect(announce).toHaveBeenCalledExactlyOnceWith('user-1');
    expect(change?.args[0].input.ExpressionAttributeValues).toMatchObject({
      ':next': ['updates', 'feedback'],
    });
  },
);

test.each([
  ['no token', undefined],
  ['an empty token', { token: '' }],
  ['a damaged token', { token: `${token}A` }],
  ['a very long token', { token: 'A'.repeat(501) }],
])('rejects %s as an invalid argument, and reads nothing', async (_, query) => {
  expect(await post(query)).toMatchObject({ statusCode: 400, error: { status: 'invalid-argument' } });
  expect(table.calls()).toEqual([]);
});
