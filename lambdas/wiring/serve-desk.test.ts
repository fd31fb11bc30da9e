import {
  CognitoIdentityProviderClient,
  GetUserCommand,
  ListWebAuthnCredentialsCommand,
} from '@aws-sdk/client-cognito-identity-provider';
import { mockClient } from 'aws-sdk-client-mock';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { operations } from '../../contract/operations/operations.ts';
import { send } from '../platform/test-request.ts';

vi.stubEnv('HAS_PASSKEYS', 'true');
const pool = mockClient(CognitoIdentityProviderClient);
const { serveDesk } = await import('./serve-desk.ts');

const act = vi.fn(async () => ({ people: [] }));
const handler = serveDesk(operations.deskFind, act);
const hourMs = 60 * 60 * 1000;

const call = ({ groups = '[admin]', hoursAgo = 1 } = {}) =>
  send(handler, {
    data: { query: 'ana' },
    claims: {
      sub: 'admin-1',
      token_use: 'access',
      'cognito:groups': groups,
      auth_time: String(Math.floor((Date.now() - hoursAgo * hourMs) / 1000)),
    },
  });

beforeEach(() => {
  act.mockClear();
  pool.reset();
  pool.on(GetUserCommand).resolves({
    UserAttributes: [{ Name: 'email', Value: 'team@example.test' }],
    UserMFASettingList: ['SOFTWARE_TOKEN_MFA'],
  });
  pool.on(ListWebAuthnCredentialsCommand).resolves({ Credentials: [] });
});

const withoutApp = () =>
  pool.on(GetUserCommand).resolves({ UserAttributes: [{ Name: 'email', Value: 'team@example.test' }] });

describe('serveDesk', () => {
  it('lets a member with a second factor in', async () => {
    expect(await call()).toMatchObject({ statusCode: 200 });
    expect(act).toHaveBeenCalledOnce();
  });

  it('lets a member with a passkey in', async () => {
    withoutApp();
    pool.on(ListWebAuthnCredentialsCommand).resolves({
      Credentials: [{ CredentialId: 'key-1', CreatedAt: new Date() } as never],
    });
    expect(await call()).toMatchObject({ statusCode: 200 });
  });

  it.each([
    ['the group', { groups: '[vip paid]' }, 'group'],
    ['a sign-in of the last eight hours', { hoursAgo: 8.1 }, 'sign-in'],
  ])('refuses a caller without %s', async (_, caller, missing) => {
    expect(await call(caller)).toMatchObject({
      statusCode: 403,
      error: { status: 'permission-denied', details: { missing } },
    });
    expect(act).not.toHaveBeenCalled();
    expect(pool.calls()).toEqual([]);
  });

  it('refuses a member without a second factor or a passkey', async () => {
    withoutApp();
    expect(await call()).toMatchObject({ statusCode: 403, error: { details: { missing: 'second factor' } } });
    expect(act).not.toHaveBeenCalled();
  });
});
