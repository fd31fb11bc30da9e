import {
  CognitoIdentityProviderClient,
  GetUserCommand,
  ListWebAuthnCredentialsCommand,
} from '@aws-sdk/client-cognito-identity-provider';
import { EventBridgeClient, PutEventsCommand } from '@aws-sdk/client-eventbridge';
import { DynamoDBDocumentClient, GetCommand, UpdateCommand } from '@aws-sdk/lib-dynamodb';
import { mockClient } from 'aws-sdk-client-mock';
import { beforeEach, describe, expect, it } from 'vitest';
import { newUser } from '../domain/users/new-user.ts';
import { send } from '../platform/test-request.ts';
import { compose } from './compose.ts';
import { reviewSecurity } from './review-security.ts';

const table = mockClient(DynamoDBDocumentClient);
const pool = mockClient(CognitoIdentityProviderClient);
const bus = mockClient(EventBridgeClient);
const handler = reviewSecurity(compose());

const user = newUser('user-1', 'ana@example.test', new Date());
const signedInAt = new Date('2026-11-24T12:00:00Z');
const review = (data: object = {}) =>
  send(handler, {
    data,
    claims: { sub: 'user-1', token_use: 'access', auth_time: signedInAt.getTime() / 1000 },
    headers: { authorization: 'Bearer access-token' },
  });
const changes = () =>
  bus
    .commandCalls(PutEventsCommand)
    .map(({ args }) => JSON.parse(args[0].input.Entries?.[0]?.Detail ?? '{}').change);

beforeEach(() => {
  table.reset();
  table.on(UpdateCommand).resolves({});
  table.on(GetCommand, { TableName: 'Users' }).resolves({ Item: user });
  pool.reset();
  pool.on(GetUserCommand, { AccessToken: 'access-token' }).resolves({
    UserAttributes: [{ Name: 'email', Value: 'ana@example.test' }],
  });
  pool.on(ListWebAuthnCredentialsCommand, { AccessToken: 'access-token' }).resolves({ Credentials: [] });
  bus.reset();
  bus.on(PutEventsCommand).resolves({ Entries: [{ EventId: '1' }] });
});

describe('reviewSecurity', () => {
  it('reports nothing when nothing changed', async () => {
    expect(await review()).toEqual({ statusCode: 200, result: {} });
    expect(changes()).toEqual([]);
  });

  it('reports the differences from what was reported before', async () => {
    pool.on(GetUserCommand).resolves({
      UserAttributes: [{ Name: 'email', Value: 'ana@example.test' }],
      UserMFASettingList: ['SOFTWARE_TOKEN_MFA'],
    });
    pool
      .on(ListWebAuthnCredentialsCommand)
      .resolves({ Credentials: [{ CredentialId: 'a', CreatedAt: new Date() } as never] });
    await review();
    expect(changes()).toEqual(['factorTurnedOn', 'passkeyAdded']);
  });

  it('cancels a request to the team even if the bus refuses events', async () => {
    const stored = {
      ...user,
      factorReset: { requestedAt: new Date(signedInAt.getTime() - 1).toISOString() },
    };
    table.on(GetCommand).resolves({ Item: stored });
    table.on(UpdateCommand, { TableName: 'Users' }).resolves({ Attributes: stored });
    bus.on(PutEventsCommand).rejects(new Error('away'));
    pool.on(GetUserCommand).resolves({
      UserAttributes: [{ Name: 'email', Value: 'ana@example.test' }],
      UserMFASettingList: ['SOFTWARE_TOKEN_MFA'],
    });
    expect(await review()).toMatchObject({ statusCode: 500 });
    const [decision] = table.commandCalls(UpdateCommand, { TableName: 'Users' });
    expect(decision?.args[0].input.ExpressionAttributeValues).toMatchObject({ ':outcome': 'canceled' });
  });

  it.each([
    ['cancels a request to the team before the sign-in', 1, true, ['factorResetCanceled'], 1],
    ['removes it without an email when the app is off', 1, false, [], 1],
    ['keeps a request to the team after the sign-in', -1, true, [], 0],
  ])('%s', async (_, secondsBefore, hasApp, expected, removed) => {
    const requestedAt = new Date(signedInAt.getTime() - secondsBefore * 1000).toISOString();
    const reportedSecurity = { version: 1, hasApp, passkeyIds: [] };
    const stored = { ...user, reportedSecurity, factorReset: { requestedAt } };
    table.on(GetCommand).resolves({ Item: stored });
    table.on(UpdateCommand, { TableName: 'Users' }).resolves({ Attributes: stored });
    pool.on(GetUserCommand).resolves({
      UserAttributes: [{ Name: 'email', Value: 'ana@example.test' }],
      UserMFASettingList: hasApp ? ['SOFTWARE_TOKEN_MFA'] : [],
    });
    await review();
    expect(changes()).toEqual(expected);
    const removals = table
      .commandCalls(UpdateCommand, { TableName: 'Users' })
      .filter(({ args }) => args[0].input.UpdateExpression?.startsWith('REMOVE factorReset,'));
    expect(removals).toHaveLength(removed);
  });
});
