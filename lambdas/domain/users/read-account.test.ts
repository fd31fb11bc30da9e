import {
  AdminGetUserCommand,
  CognitoIdentityProviderClient,
  GetUserCommand,
  NotAuthorizedException,
  TooManyRequestsException,
  UserNotFoundException,
} from '@aws-sdk/client-cognito-identity-provider';
import { mockClient } from 'aws-sdk-client-mock';
import { beforeEach, describe, expect, test } from 'vitest';
import {
  readAccount,
  readOwnAccount,
  readOwnAccountState,
  readSignIn,
  readSignInAndState,
} from './read-account.ts';

const pool = mockClient(CognitoIdentityProviderClient);
const cognito = new CognitoIdentityProviderClient({});
const gone = new UserNotFoundException({ message: 'gone', $metadata: {} });
const UserAttributes = [
  { Name: 'sub', Value: 'user-1' },
  { Name: 'email', Value: 'ana@example.test' },
];
const account = { sub: 'user-1', email: 'ana@example.test' };

beforeEach(() => {
  pool.reset();
});

describe("the caller's own account", () => {
  const readOwn = () => readOwnAccount(cognito, { accessToken: 'access-token' });

  test('is read with the caller’s token', async () => {
    pool.on(GetUserCommand, { AccessToken: 'access-token' }).resolves({ Username: 'user-1', UserAttributes });
    expect(await readOwn()).toEqual(account);
  });

  test.each([
    ['gone', gone],
    ['signed out everywhere', new NotAuthorizedException({ message: 'revoked', $metadata: {} })],
  ])('asks for a sign-in when it is %s', async (_, refusal) => {
    pool.on(GetUserCommand).rejects(refusal);
    await expect(readOwn()).rejects.toMatchObject({ name: 'AppError', code: 'unauthenticated' });
  });

  test('throws `resource-exhausted` when Cognito throttles', async () => {
    pool.on(GetUserCommand).rejects(new TooManyRequestsException({ message: 'slow down', $metadata: {} }));
    await expect(readOwn()).rejects.toMatchObject({
      code: 'resource-exhausted',
      details: { retryAfterSeconds: 60 },
    });
  });

  test('throws other errors of Cognito', async () => {
    pool.on(GetUserCommand).rejects(new Error('throttled'));
    await expect(readOwn()).rejects.toThrow(/^throttled$/);
  });
});

describe("the state of the caller's own account", () => {
  const readState = () => readOwnAccountState(cognito, 'pool', { userId: 'user-1' });

  test('has dates, status, and whether the account is disabled', async () => {
    pool.on(AdminGetUserCommand, { UserPoolId: 'pool', Username: 'user-1' }).resolves({
      UserAttributes,
      Enabled: false,
      UserStatus: 'RESET_REQUIRED',
      UserCreateDate: new Date('2025-09-01T09:58:00Z'),
      UserLastModifiedDate: new Date('2025-09-02T10:00:00Z'),
    });
    expect(await readState()).toEqual({
      createdAt: '2025-09-01T09:58:00.000Z',
      lastChangedAt: '2025-09-02T10:00:00.000Z',
      status: 'RESET_REQUIRED',
      isEnabled: false,
    });
  });

  test('throws `unauthenticated` when the account is deleted, and `resource-exhausted` when Cognito throttles', async () => {
    pool.on(AdminGetUserCommand).rejects(gone);
    await expect(readState()).rejects.toMatchObject({ code: 'unauthenticated' });
    pool.on(AdminGetUserCommand).rejects(new TooManyRequestsException({ message: 'slow', $metadata: {} }));
    await expect(readState()).rejects.toMatchObject({ code: 'resource-exhausted' });
  });

  test('throws other errors of Cognito', async () => {
    pool.on(AdminGetUserCommand).rejects(new Error('access denied'));
    await expect(readState()).rejects.toThrow(/^access denied$/);
  });
});

describe('the account of another user', () => {
  const read = () => readAccount(cognito, 'pool', 'user-1');

  test('is read by its id', async () => {
    pool.on(AdminGetUserCommand, { UserPoolId: 'pool', Username: 'user-1' }).resolves({ UserAttributes });
    expect(await read()).toEqual(account);
  });

  test.each([
    [['WEB_AUTHN', 'SOFTWARE_TOKEN_MFA'], true],
    [['WEB_AUTHN'], false],
    [undefined, false],
  ])('has the methods %j, and so a second factor: %s', async (UserMFASettingList, hasSecondFactor) => {
    pool
      .on(AdminGetUserCommand, { UserPoolId: 'pool', Username: 'ana@example.test' })
      .resolves({ UserAttributes, UserMFASettingList });
    expect(await readSignIn(cognito, 'pool', 'ana@example.test')).toEqual({ account, hasSecondFactor });
  });

  test('is read together with its state', async () => {
    pool.on(AdminGetUserCommand).resolves({
      UserAttributes,
      Enabled: true,
      UserStatus: 'CONFIRMED',
      UserCreateDate: new Date('2025-09-01T09:58:00Z'),
      UserLastModifiedDate: new Date('2025-09-02T10:00:00Z'),
    });
    expect(await readSignInAndState(cognito, 'pool', 'user-1')).toMatchObject({
      account,
      hasSecondFactor: false,
      state: { status: 'CONFIRMED', isEnabled: true },
    });
    expect(pool.calls()).toHaveLength(1);
  });

  test('is undefined when it does not exist', async () => {
    pool.on(AdminGetUserCommand).rejects(gone);
    expect(await read()).toBeUndefined();
    expect(await readSignInAndState(cognito, 'pool', 'user-1')).toBeUndefined();
  });

  test('throws other errors of Cognito', async () => {
    pool.on(AdminGetUserCommand).rejects(new Error('throttled'));
    await expect(read()).rejects.toThrow(/^throttled$/);
  });
});
