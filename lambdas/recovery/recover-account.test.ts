import {
  AdminInitiateAuthCommand,
  AdminSetUserMFAPreferenceCommand,
  AdminUserGlobalSignOutCommand,
  CognitoIdentityProviderClient,
  NotAuthorizedException,
  UserNotConfirmedException,
} from '@aws-sdk/client-cognito-identity-provider';
import { ConditionalCheckFailedException } from '@aws-sdk/client-dynamodb';
import { EventBridgeClient, PutEventsCommand } from '@aws-sdk/client-eventbridge';
import { DynamoDBDocumentClient, GetCommand, UpdateCommand } from '@aws-sdk/lib-dynamodb';
import { mockClient } from 'aws-sdk-client-mock';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { createRecoveryCodes } from '../domain/security/recovery-code-hashes.ts';
import { newUser } from '../domain/users/new-user.ts';
import { send } from '../platform/test-request.ts';
import { compose } from './compose.ts';
import { recoverAccount } from './recover-account.ts';

const announce = vi.fn<(userId: string) => Promise<void>>();
const table = mockClient(DynamoDBDocumentClient);
const pool = mockClient(CognitoIdentityProviderClient);
const bus = mockClient(EventBridgeClient);
const handler = recoverAccount({ ...compose(), announce });

const email = 'ana@example.test';
const { codes, stored } = createRecoveryCodes(new Date());
const [code = ''] = codes;
const user = { ...newUser('user-1', email, new Date()), recoveryCodes: stored };
const failure = (message: string) => ({ message, $metadata: {} });
const recover = (change: object = {}) =>
  send(handler, {
    data: { email, password: 'a password', recoveryCode: code, ...change },
    headers: { 'x-viewer-address': '192.0.2.1' },
  });
const effects = () => [
  ...pool.commandCalls(AdminSetUserMFAPreferenceCommand),
  ...pool.commandCalls(AdminUserGlobalSignOutCommand),
  ...table.commandCalls(UpdateCommand, { TableName: 'Users' }),
  ...bus.calls(),
];
const refusal = {
  statusCode: 403,
  error: {
    status: 'permission-denied',
    message:
      'Email, password and recovery code do not belong together. Check all three. Each code works once. If your authenticator app is already off, your password is enough: sign in.',
  },
};

beforeEach(() => {
  announce.mockReset();
  table.reset();
  table.on(UpdateCommand, { TableName: 'Limits' }).resolves({});
  table.on(GetCommand, { TableName: 'Users', Key: { userId: 'user-1' } }).resolves({ Item: user });
  table.on(UpdateCommand, { TableName: 'Users' }).resolves({
    Attributes: { ...user, recoveryCodes: { ...stored, hashes: stored.hashes.slice(1) } },
  });
  pool.reset();
  pool.on(AdminInitiateAuthCommand).resolves({
    ChallengeName: 'SOFTWARE_TOKEN_MFA',
    ChallengeParameters: { USER_ID_FOR_SRP: 'user-1' },
  });
  pool.on(AdminSetUserMFAPreferenceCommand).resolves({});
  pool.on(AdminUserGlobalSignOutCommand).resolves({});
  bus.reset();
  bus.on(PutEventsCommand).resolves({ Entries: [{ EventId: '1' }] });
});

describe('recoverAccount', () => {
  it('leaves the team, signs out everywhere, turns the second factor off and reports it to the owner', async () => {
    expect(await recover()).toEqual({ statusCode: 200, result: {} });
    expect(announce).toHaveBeenCalledExactlyOnceWith('user-1');
    const account = { UserPoolId: 'pool-1', Username: 'user-1' };
    expect(pool.calls().map(({ args }) => args[0].input)).toEqual([
      expect.objectContaining({ ClientId: 'recovery-client', AuthFlow: 'ADMIN_USER_PASSWORD_AUTH' }),
      { ...account, GroupName: 'admin' },
      account,
      {
        ...account,
        SoftwareTokenMfaSettings: { Enabled: false, PreferredMfa: false },
        WebAuthnMfaSettings: { Enabled: false },
      },
    ]);
    const [entry] = bus.commandCalls(PutEventsCommand)[0]?.args[0].input.Entries ?? [];
    expect(JSON.parse(entry?.Detail ?? '')).toEqual({
      userId: 'user-1',
      email,
      change: 'recoveryCodeUsed',
      idempotencyKey: `security#user-1#recoveryCodeUsed#${stored.id}#9`,
    });
  });

  it('leaves the second factor on when signing out fails, so that the person can repeat it', async () => {
    pool.on(AdminUserGlobalSignOutCommand).rejectsOnce(new Error('away')).resolves({});
    expect(await recover()).toMatchObject({ statusCode: 500 });
    expect(pool.commandCalls(AdminSetUserMFAPreferenceCommand)).toEqual([]);
    const [hash = '', ...hashes] = stored.hashes;
    const inUse = { hash, at: new Date().toISOString() };
    table.on(GetCommand).resolves({ Item: { ...user, recoveryCodes: { ...stored, hashes, inUse } } });
    expect(await recover()).toEqual({ statusCode: 200, result: {} });
    expect(pool.commandCalls(AdminSetUserMFAPreferenceCommand)).toHaveLength(1);
  });

  it('succeeds once the second factor is off, even if the bus refuses events', async () => {
    bus.on(PutEventsCommand).rejects(new Error('away'));
    expect(await recover()).toEqual({ statusCode: 200, result: {} });
    expect(table.commandCalls(UpdateCommand, { TableName: 'Users' }).at(-1)?.args[0].input).toMatchObject({
      UpdateExpression: 'REMOVE recoveryCodes.inUse',
    });
  });

  it('uses the code up before it turns anything off', async () => {
    pool.on(AdminSetUserMFAPreferenceCommand).rejects(new Error('throttled'));
    expect(await recover()).toMatchObject({ statusCode: 500 });
    expect(table.commandCalls(UpdateCommand, { TableName: 'Users' })[0]?.args[0].input).toMatchObject({
      ConditionExpression: expect.stringContaining('recoveryCodes = :previous'),
      ExpressionAttributeValues: { ':hashes': stored.hashes.slice(1) },
    });
  });

  it.each<[string, () => object | undefined]>([
    [
      'the password is wrong',
      () => void pool.on(AdminInitiateAuthCommand).rejects(new NotAuthorizedException(failure('no'))),
    ],
    [
      'Cognito has locked the account for a while',
      () =>
        void pool
          .on(AdminInitiateAuthCommand)
          .rejects(new NotAuthorizedException(failure('Password attempts exceeded'))),
    ],
    [
      'the address is not confirmed',
      () => void pool.on(AdminInitiateAuthCommand).rejects(new UserNotConfirmedException(failure('no'))),
    ],
    ['the code is wrong', () => ({ recoveryCode: '0000-0000-0000' })],
    [
      'the account has no codes',
      () => void table.on(GetCommand).resolves({ Item: newUser('user-1', email, new Date()) }),
    ],
    ['the account has no record', () => void table.on(GetCommand).resolves({})],
  ])('says the same and changes nothing when %s', async (_, arrange) => {
    expect(await recover(arrange())).toEqual(refusal);
    expect(effects()).toEqual([]);
    expect(announce).not.toHaveBeenCalled();
  });

  it('says the same when another request has just used the code', async () => {
    table
      .on(UpdateCommand, { TableName: 'Users' })
      .rejects(new ConditionalCheckFailedException(failure('no')));
    expect(await recover()).toEqual(refusal);
    expect(pool.commandCalls(AdminSetUserMFAPreferenceCommand)).toEqual([]);
  });

  it('counts attempts by network and by address before it asks Cognito', async () => {
    await recover({ email: 'Ana@Example.test' });
    await recover();
    const counters = table
      .commandCalls(UpdateCommand, { TableName: 'Limits' })
      .map(({ args }) => args[0].input.Key?.id as string);
    expect(counters.map((id) => id.replace(/#.*/, ''))).toEqual([
      'recoverAccountByNetwork',
      'recoverAccount',
      'recoverAccountByNetwork',
      'recoverAccount',
    ]);
    expect(counters[3]).toBe(counters[1]);
    pool.resetHistory();
    table
      .on(UpdateCommand, { TableName: 'Limits' })
      .rejects(new ConditionalCheckFailedException(failure('no')));
    expect(await recover()).toMatchObject({ statusCode: 429, error: { status: 'resource-exhausted' } });
    expect(pool.calls()).toEqual([]);
  });
});
