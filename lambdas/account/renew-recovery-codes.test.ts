import {
  CognitoIdentityProviderClient,
  GetUserCommand,
  NotAuthorizedException,
} from '@aws-sdk/client-cognito-identity-provider';
import { EventBridgeClient, PutEventsCommand } from '@aws-sdk/client-eventbridge';
import { DynamoDBDocumentClient, GetCommand, UpdateCommand } from '@aws-sdk/lib-dynamodb';
import { mockClient } from 'aws-sdk-client-mock';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { findRecoveryCode } from '../domain/security/recovery-code-hashes.ts';
import { newUser } from '../domain/users/new-user.ts';
import { exceedLimits } from '../platform/test-limits.ts';
import { send } from '../platform/test-request.ts';
import { compose } from './compose.ts';
import { renewRecoveryCodes } from './renew-recovery-codes.ts';

vi.stubEnv('HAS_PASSKEYS', 'false');
const announce = vi.fn<(userId: string) => Promise<void>>();
const table = mockClient(DynamoDBDocumentClient);
const pool = mockClient(CognitoIdentityProviderClient);
const bus = mockClient(EventBridgeClient);
const handler = renewRecoveryCodes({ ...compose(), announce });

const user = newUser('user-1', 'ana@example.test', new Date());
const renew = (secondsAgo = 10) =>
  send(handler, {
    data: {},
    claims: { sub: 'user-1', token_use: 'access', auth_time: Math.floor(Date.now() / 1000) - secondsAgo },
    headers: { authorization: 'Bearer access-token' },
  });
const written = () =>
  table.commandCalls(UpdateCommand, { TableName: 'Users' }).map(({ args }) => args[0].input);

beforeEach(() => {
  announce.mockReset();
  table.reset();
  table.on(UpdateCommand, { TableName: 'Limits' }).resolves({});
  table.on(GetCommand, { TableName: 'Users' }).resolves({ Item: user });
  table.on(UpdateCommand, { TableName: 'Users' }).callsFake(({ ExpressionAttributeValues: values }) => ({
    Attributes: { ...user, ...(values[':codes'] && { recoveryCodes: values[':codes'] }) },
  }));
  pool.reset();
  pool.on(GetUserCommand, { AccessToken: 'access-token' }).resolves({
    UserAttributes: [{ Name: 'email', Value: 'ana@example.test' }],
    UserMFASettingList: ['SOFTWARE_TOKEN_MFA'],
  });
  bus.reset();
  bus.on(PutEventsCommand).resolves({ Entries: [{ EventId: '1' }] });
});

describe('renewRecoveryCodes', () => {
  it('returns ten codes that work, stores their hashes and reports them to the owner', async () => {
    const { statusCode, result } = await renew();
    expect(statusCode).toBe(200);
    expect(result.codes).toHaveLength(10);
    const stored = written()[0]?.ExpressionAttributeValues?.[':codes'];
    expect(findRecoveryCode(result.codes[9], stored)).toBe(stored.hashes[9]);
    expect(JSON.stringify(written())).not.toContain(result.codes[0]);
    const [entry] = bus.commandCalls(PutEventsCommand)[0]?.args[0].input.Entries ?? [];
    // The app was not reported before, so this email reports both.
    expect(JSON.parse(entry?.Detail ?? '')).toMatchObject({ change: 'factorTurnedOn' });
    expect(announce).toHaveBeenCalledExactlyOnceWith('user-1');
  });

  it('returns the codes although the bus refuses events, because the earlier ones no longer work', async () => {
    bus.on(PutEventsCommand).rejects(new Error('away'));
    const { statusCode, result } = await renew();
    expect(statusCode).toBe(200);
    expect(result.codes).toHaveLength(10);
  });

  it('compares with what was reported before it read how the owner signs in', async () => {
    const reportedSecurity = { version: 1, hasApp: true, passkeyIds: [] };
    table.on(GetCommand, { TableName: 'Users' }).resolves({ Item: { ...user, reportedSecurity } });
    // Another tab has reported an added passkey since.
    table.on(UpdateCommand, { TableName: 'Users' }).callsFake(() => ({
      Attributes: { ...user, reportedSecurity: { version: 2, hasApp: true, passkeyIds: ['b'] } },
    }));
    await renew();
    const reported = bus.commandCalls(PutEventsCommand).map(({ args }) => args[0].input.Entries?.[0]?.Detail);
    expect(reported).toEqual([expect.stringContaining('recoveryCodesRenewed')]);
  });

  it('is refused when the sign-in was too long ago', async () => {
    expect(await renew(301)).toMatchObject({ statusCode: 403, error: { status: 'permission-denied' } });
    expect(written()).toEqual([]);
  });

  it('is refused without a second factor', async () => {
    pool.on(GetUserCommand).resolves({ UserAttributes: [{ Name: 'email', Value: 'ana@example.test' }] });
    expect(await renew()).toMatchObject({ statusCode: 400, error: { status: 'invalid-argument' } });
    expect(written()).toEqual([]);
  });

  it('is refused when the account is signed out everywhere', async () => {
    pool.on(GetUserCommand).rejects(new NotAuthorizedException({ message: 'revoked', $metadata: {} }));
    expect(await renew()).toMatchObject({ statusCode: 401 });
    expect(written()).toEqual([]);
  });

  it('does not ask Cognito above the limit', async () => {
    exceedLimits(table);
    expect(await renew()).toMatchObject({ statusCode: 429 });
    expect(pool.calls()).toEqual([]);
  });
});
