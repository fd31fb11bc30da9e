import { CognitoIdentityProviderClient, GetUserCommand } from '@aws-sdk/client-cognito-identity-provider';
import { mockClient } from 'aws-sdk-client-mock';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { operations } from '../../contract/operations/operations.ts';
import { send } from '../platform/test-request.ts';
import { deskServer } from './serve-desk.ts';

const pool = mockClient(CognitoIdentityProviderClient);

const act = vi.fn(async () => ({ people: [] }));
const handler = deskServer(new CognitoIdentityProviderClient({}))(operations.deskFind, act);
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
});

describe('deskServer', () => {
  it('lets an admin with an authenticator app in', async () => {
    expect(await call()).toMatchObject({ statusCode: 200 });
    expect(act).toHaveBeenCalledOnce();
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

  it('refuses an admin without an app, although a passkey may be on the account', async () => {
    pool.on(GetUserCommand).resolves({
      UserAttributes: [{ Name: 'email', Value: 'team@example.test' }],
      UserMFASettingList: ['WEB_AUTHN_MFA'],
    });
    expect(await call()).toMatchObject({ statusCode: 403, error: { details: { missing: 'second factor' } } });
    expect(act).not.toHaveBeenCalled();
  });
});
