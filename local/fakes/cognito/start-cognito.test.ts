import { readFile, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import {
  AdminAddUserToGroupCommand,
  AdminDeleteUserCommand,
  AdminGetUserCommand,
  AdminListGroupsForUserCommand,
  AdminRemoveUserFromGroupCommand,
  AdminUserGlobalSignOutCommand,
  ConfirmForgotPasswordCommand,
  ConfirmSignUpCommand,
  DeleteUserCommand,
  ForgotPasswordCommand,
  GetTokensFromRefreshTokenCommand,
  GetUserCommand,
  GlobalSignOutCommand,
  InitiateAuthCommand,
  ListUsersCommand,
  type ListUsersCommandOutput,
  ResendConfirmationCodeCommand,
  RevokeTokenCommand,
  SignUpCommand,
  UpdateUserAttributesCommand,
  VerifyUserAttributeCommand,
} from '@aws-sdk/client-cognito-identity-provider';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { claimsOf, clientId, issuer, password, poolId, startTestPool, type TestPool } from './test-pool.ts';

let pool: TestPool;
const ana = 'ana@example.test';
const hourMs = 60 * 60 * 1000;

beforeEach(async () => {
  pool = await startTestPool();
});

afterEach(async () => {
  vi.useRealTimers();
  await pool.stop();
});

/** Moves the clock. Timers are real. */
function letPass(milliseconds: number) {
  vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + milliseconds });
}

const signUp = (Username = ana, Password = password, more = {}) =>
  pool.sdk().send(new SignUpCommand({ ClientId: clientId, Username, Password, ...more }));
const confirmSignUp = (ConfirmationCode: string, Username = ana) =>
  pool.sdk().send(new ConfirmSignUpCommand({ ClientId: clientId, Username, ConfirmationCode }));
const forgotPassword = (Username = ana) =>
  pool.sdk().send(new ForgotPasswordCommand({ ClientId: clientId, Username }));
const confirmForgotPassword = (ConfirmationCode: string, Username = ana, Password = 'Another-horse-8') =>
  pool
    .sdk()
    .send(new ConfirmForgotPasswordCommand({ ClientId: clientId, Username, ConfirmationCode, Password }));
const getUser = (AccessToken: string) => pool.sdk().send(new GetUserCommand({ AccessToken }));
const attributesOf = async (AccessToken: string) =>
  Object.fromEntries(
    (await getUser(AccessToken)).UserAttributes?.map(({ Name, Value }) => [Name, Value]) ?? [],
  );
const changeEmail = (AccessToken: string, Value: string) =>
  pool
    .sdk()
    .send(new UpdateUserAttributesCommand({ AccessToken, UserAttributes: [{ Name: 'email', Value }] }));
const verifyEmail = (AccessToken: string, Code: string) =>
  pool.sdk().send(new VerifyUserAttributeCommand({ AccessToken, AttributeName: 'email', Code }));
const refresh = (RefreshToken: string) =>
  pool.sdk().send(new GetTokensFromRefreshTokenCommand({ ClientId: clientId, RefreshToken }));
const startSrp = async (USERNAME: string) =>
  (
    await pool.sdk().send(
      new InitiateAuthCommand({
        ClientId: clientId,
        AuthFlow: 'USER_SRP_AUTH',
        AuthParameters: { USERNAME, SRP_A: 'abcdef' },
      }),
    )
  ).ChallengeParameters;
const user = { UserPoolId: poolId, Username: ana };
const member = { ...user, GroupName: 'paid' };

const otherThan = (code: string) => (code === '111111' ? '222222' : '111111');

describe('sign-up', () => {
  test('creates an unconfirmed user with a UUID, and mails a code', async () => {
    const answer = await signUp('Ana@Example.Test', password, { ClientMetadata: { language: 'en' } });
    expect(answer).toMatchObject({
      UserConfirmed: false,
      UserSub: expect.stringMatching(/^[0-9a-f-]{36}$/),
      CodeDeliveryDetails: { AttributeName: 'email', DeliveryMedium: 'EMAIL', Destination: 'a***@e***' },
    });
    expect(await pool.sdk().send(new AdminGetUserCommand(user))).toMatchObject({
      Username: answer.UserSub,
      UserStatus: 'UNCONFIRMED',
      Enabled: true,
      UserCreateDate: expect.any(Date),
    });
    expect(pool.events).toMatchObject([
      {
        triggerSource: 'CustomEmailSender_SignUp',
        userPoolId: poolId,
        userName: answer.UserSub,
        region: 'us-east-1',
        callerContext: { clientId },
        request: {
          type: 'customEmailSenderRequestV1',
          code: `encrypted ${pool.lastCode()}`,
          clientMetadata: { language: 'en' },
          userAttributes: {
            sub: answer.UserSub,
            email: ana,
            email_verified: 'false',
            'cognito:user_status': 'UNCONFIRMED',
          },
        },
      },
    ]);
    expect(pool.mails).toEqual([{ to: ana, code: expect.stringMatching(/^\d{6}$/) }]);
  });

  test.each([
    ['short', 'InvalidPasswordException', 'Password did not conform with policy: Password not long enough'],
    [
      'no-uppercase-1',
      'InvalidPasswordException',
      'Password did not conform with policy: Password must have uppercase characters',
    ],
    [' Space-around-1 ', 'InvalidParameterException', expect.stringContaining("at 'password'")],
  ])('refuses the password "%s"', async (weak, name, message) => {
    await expect(signUp(ana, weak)).rejects.toMatchObject({ name, message });
  });

  test.each([
    ['no-email', {}, 'InvalidParameterException', 'Username should be an email.'],
    [
      ana,
      { UserAttributes: [{ Name: 'email_verified', Value: 'true' }] },
      'NotAuthorizedException',
      'A client attempted to write unauthorized attribute',
    ],
  ])('refuses %s with %o', async (username, more, name, message) => {
    await expect(signUp(username, password, more)).rejects.toMatchObject({ name, message });
  });

  test('is refused in a pool that does not allow it', async () => {
    await pool.restart({ allowsSignUp: false });
    await expect(signUp(ana, password)).rejects.toMatchObject({
      name: 'NotAuthorizedException',
      message: 'SignUp is not permitted for this user pool',
    });
  });

  test('refuses a taken address regardless of case', async () => {
    await signUp();
    await expect(signUp('ANA@example.test')).rejects.toMatchObject({ name: 'UsernameExistsException' });
  });

  test('gives an address to one of two simultaneous requests', async () => {
    const results = await Promise.allSettled([signUp(), signUp()]);
    expect(results.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected']);
  });

  test('confirms the user and the address once', async () => {
    await signUp();
    await confirmSignUp(pool.lastCode());
    const found = await pool.sdk().send(new AdminGetUserCommand(user));
    expect(found.UserStatus).toBe('CONFIRMED');
    expect(found.UserAttributes).toContainEqual({ Name: 'email_verified', Value: 'true' });
    expect(pool.events.at(-1)).toMatchObject({
      triggerSource: 'PostConfirmation_ConfirmSignUp',
      request: { userAttributes: { email: ana, 'cognito:user_status': 'CONFIRMED' } },
    });
    await expect(confirmSignUp(pool.lastCode())).rejects.toMatchObject({
      name: 'NotAuthorizedException',
      message: 'User cannot be confirmed. Current status is CONFIRMED',
    });
  });

  test('refuses a wrong code, and any code after too many attempts', async () => {
    await signUp();
    const code = pool.lastCode();
    for (let attempt = 0; attempt < 5; attempt++) {
      await expect(confirmSignUp(otherThan(code))).rejects.toMatchObject({ name: 'CodeMismatchException' });
    }
    await pool.restart();
    await expect(confirmSignUp(code)).rejects.toMatchObject({ name: 'LimitExceededException' });
  });

  test('accepts a code for 24 hours', async () => {
    await signUp();
    letPass(24 * hourMs + 1);
    await expect(confirmSignUp(pool.lastCode())).rejects.toMatchObject({ name: 'ExpiredCodeException' });
  });

  test('replaces the previous code with a new one', async () => {
    await signUp();
    const first = pool.lastCode();
    const resend = new ResendConfirmationCodeCommand({ ClientId: clientId, Username: ana });
    while (pool.lastCode() === first) await pool.sdk().send(resend);
    expect(pool.events.at(-1)?.triggerSource).toBe('CustomEmailSender_ResendCode');
    await expect(confirmSignUp(first)).rejects.toMatchObject({ name: 'CodeMismatchException' });
    await confirmSignUp(pool.lastCode());
    await expect(pool.sdk().send(resend)).rejects.toMatchObject({ name: 'InvalidParameterException' });
  });

  test('returns the same response for unknown and known addresses', async () => {
    const resend = new ResendConfirmationCodeCommand({ ClientId: clientId, Username: 'bob@example.test' });
    expect((await pool.sdk().send(resend)).CodeDeliveryDetails?.Destination).toBe('b***@e***');
    expect(pool.mails).toEqual([]);
    await expect(confirmSignUp('123456')).rejects.toMatchObject({ name: 'ExpiredCodeException' });
  });
});

describe('triggers', () => {
  test('may call the pool while the operation waits for them', async () => {
    await signUp();
    pool.behavior.trigger = async (event) => {
      await pool.sdk().send(new AdminAddUserToGroupCommand({ ...member, Username: event.userName }));
      return event;
    };
    await confirmSignUp(pool.lastCode());
    const { Groups } = await pool.sdk().send(new AdminListGroupsForUserCommand(user));
    expect(Groups?.map(({ GroupName }) => GroupName)).toEqual(['paid']);
  });

  test('fail the operation when PostConfirmation fails', async () => {
    await signUp();
    pool.behavior.trigger = async () => {
      throw new Error('no bus');
    };
    await expect(confirmSignUp(pool.lastCode())).rejects.toMatchObject({
      name: 'UserLambdaValidationException',
      message: 'PostConfirmation failed with error no bus.',
    });
  });

  test('do not fail the operation when CustomEmailSender fails', async () => {
    const { trigger } = pool.behavior;
    pool.behavior.trigger = async () => {
      throw new Error('no mail');
    };
    await signUp();
    expect(pool.mails).toEqual([]);
    pool.behavior.trigger = trigger;
    await pool.sdk().send(new ResendConfirmationCodeCommand({ ClientId: clientId, Username: ana }));
    await confirmSignUp(pool.lastCode());
  });
});

describe('tokens', () => {
  test('have the claims of Cognito', async () => {
    const userId = await pool.addConfirmedUser(ana);
    await pool.sdk().send(new AdminAddUserToGroupCommand(member));
    const tokens = await pool.signIn(ana);
    const access = claimsOf(tokens.access);
    const id = claimsOf(tokens.id);
    const shared = {
      sub: userId,
      iss: issuer,
      origin_jti: expect.any(String),
      event_id: expect.any(String),
      jti: expect.any(String),
      auth_time: access.iat,
      iat: expect.any(Number),
      'cognito:groups': ['paid'],
    };
    expect(access).toEqual({
      ...shared,
      token_use: 'access',
      client_id: clientId,
      scope: 'aws.cognito.signin.user.admin',
      username: userId,
      exp: (access.iat as number) + 60 * 60,
    });
    expect(id).toEqual({
      ...shared,
      token_use: 'id',
      aud: clientId,
      email: ana,
      email_verified: true,
      'cognito:username': userId,
      exp: (id.iat as number) + 30 * 60,
    });
  });

  test('keep auth_time, and show new groups, after a refresh', async () => {
    await pool.addConfirmedUser(ana);
    const tokens = await pool.signIn(ana);
    const before = claimsOf(tokens.access);
    expect(before).not.toHaveProperty('cognito:groups');
    await pool.sdk().send(new AdminAddUserToGroupCommand(member));
    letPass(hourMs);
    const { AuthenticationResult } = await refresh(tokens.refresh);
    const after = claimsOf(AuthenticationResult?.AccessToken ?? '');
    expect(after).toMatchObject({
      auth_time: before.auth_time,
      origin_jti: before.origin_jti,
      'cognito:groups': ['paid'],
    });
    expect(after.iat).toBeGreaterThan(before.iat as number);
    expect(AuthenticationResult).toMatchObject({ TokenType: 'Bearer', ExpiresIn: 3600 });
    expect(AuthenticationResult?.RefreshToken).toBeUndefined();

    await pool.sdk().send(new AdminRemoveUserFromGroupCommand(member));
    const flow = { ClientId: clientId, AuthFlow: 'REFRESH_TOKEN_AUTH' } as const;
    const again = await pool
      .sdk()
      .send(new InitiateAuthCommand({ ...flow, AuthParameters: { REFRESH_TOKEN: tokens.refresh } }));
    expect(claimsOf(again.AuthenticationResult?.IdToken ?? '')).not.toHaveProperty('cognito:groups');
  });

  test('expire', async () => {
    await pool.addConfirmedUser(ana);
    const tokens = await pool.signIn(ana);
    letPass(hourMs);
    await expect(getUser(tokens.access)).rejects.toMatchObject({ message: 'Access Token has expired' });
    letPass(30 * 24 * hourMs);
    await expect(refresh(tokens.refresh)).rejects.toMatchObject({
      name: 'NotAuthorizedException',
      message: 'Refresh Token has expired',
    });
  });

  test('are refused unless they are access tokens of the pool', async () => {
    await pool.addConfirmedUser(ana);
    const tokens = await pool.signIn(ana);
    const [header, payload, signature] = tokens.access.split('.');
    const forged = Buffer.from(JSON.stringify({ ...claimsOf(tokens.access), exp: 9e9 })).toString(
      'base64url',
    );
    for (const token of [
      'x',
      'a.b.c',
      tokens.id,
      `${header}.${forged}.${signature}`,
      `${header}.${payload}.`,
    ]) {
      await expect(getUser(token)).rejects.toMatchObject({
        name: 'NotAuthorizedException',
        message: 'Invalid Access Token',
      });
    }
  });
});

describe('signing in and out', () => {
  test('gives an unknown user the same challenge each time', async () => {
    await pool.addConfirmedUser(ana);
    const known = await startSrp(ana);
    const unknown = await startSrp('nobody@example.test');
    expect(Object.keys(unknown ?? {})).toEqual(Object.keys(known ?? {}));
    expect(unknown?.USER_ID_FOR_SRP).toMatch(/^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/);
    expect(unknown?.SALT).toHaveLength(known?.SALT?.length ?? 0);
    expect(await startSrp('Nobody@example.test')).toMatchObject({
      SALT: unknown?.SALT,
      USER_ID_FOR_SRP: unknown?.USER_ID_FOR_SRP,
    });
    expect(await startSrp(ana)).toMatchObject({ SALT: known?.SALT, USER_ID_FOR_SRP: known?.USER_ID_FOR_SRP });
  });

  test('reports an unconfirmed user only after the correct password', async () => {
    await signUp();
    await expect(pool.signIn(ana, 'Wrong-horse-7')).rejects.toMatchObject({ name: 'NotAuthorizedException' });
    await expect(pool.signIn(ana)).rejects.toMatchObject({ name: 'UserNotConfirmedException' });
  });

  test('ends one sign-in when its refresh token is revoked', async () => {
    await pool.addConfirmedUser(ana);
    const laptop = await pool.signIn(ana);
    const phone = await pool.signIn(ana);
    await pool.sdk().send(new RevokeTokenCommand({ ClientId: clientId, Token: laptop.refresh }));
    await expect(refresh(laptop.refresh)).rejects.toMatchObject({
      message: 'Refresh Token has been revoked',
    });
    await expect(getUser(laptop.access)).rejects.toMatchObject({ message: 'Access Token has been revoked' });
    await refresh(phone.refresh);
    await getUser(phone.access);
  });

  test.each(['GlobalSignOut', 'AdminUserGlobalSignOut'])('ends every sign-in on %s', async (operation) => {
    await pool.addConfirmedUser(ana);
    const laptop = await pool.signIn(ana);
    const phone = await pool.signIn(ana);
    const byUser = new GlobalSignOutCommand({ AccessToken: laptop.access });
    const byAdmin = new AdminUserGlobalSignOutCommand(user);
    await (operation === 'GlobalSignOut' ? pool.sdk().send(byUser) : pool.sdk().send(byAdmin));
    for (const tokens of [laptop, phone]) {
      await expect(getUser(tokens.access)).rejects.toMatchObject({ name: 'NotAuthorizedException' });
      await expect(refresh(tokens.refresh)).rejects.toMatchObject({ name: 'NotAuthorizedException' });
    }
    await getUser((await pool.signIn(ana)).access);
  });
});

describe('passwords', () => {
  test('are replaced once with the mailed code', async () => {
    await pool.addConfirmedUser(ana);
    await forgotPassword('ANA@example.test');
    expect(pool.events.at(-1)?.triggerSource).toBe('CustomEmailSender_ForgotPassword');
    const code = pool.lastCode();
    await expect(confirmForgotPassword(otherThan(code))).rejects.toMatchObject({
      name: 'CodeMismatchException',
    });
    await expect(confirmForgotPassword(code, ana, 'weak')).rejects.toMatchObject({
      name: 'InvalidPasswordException',
    });
    await confirmForgotPassword(code);
    expect(pool.events.at(-1)?.triggerSource).toBe('PostConfirmation_ConfirmForgotPassword');
    await expect(confirmForgotPassword(code)).rejects.toMatchObject({ name: 'ExpiredCodeException' });
    await expect(pool.signIn(ana)).rejects.toMatchObject({ name: 'NotAuthorizedException' });
    await pool.signIn(ana, 'Another-horse-8');
  });

  test('are replaced with a code for one hour', async () => {
    await pool.addConfirmedUser(ana);
    await forgotPassword();
    letPass(hourMs + 1);
    await expect(confirmForgotPassword(pool.lastCode())).rejects.toMatchObject({
      name: 'ExpiredCodeException',
    });
  });

  test('get no mail for an unknown or unconfirmed user, with the same response', async () => {
    await signUp('bob@example.test');
    const sent = pool.mails.length;
    for (const email of ['bob@example.test', 'nobody@example.test']) {
      expect((await forgotPassword(email)).CodeDeliveryDetails).toMatchObject({ DeliveryMedium: 'EMAIL' });
    }
    expect(pool.mails).toHaveLength(sent);
    await expect(confirmForgotPassword('123456', 'nobody@example.test')).rejects.toMatchObject({
      name: 'CodeMismatchException',
    });
  });

  test('are not stored on disk', async () => {
    await pool.addConfirmedUser(ana);
    expect(await readFile(join(pool.dir, `${poolId}.json`), 'utf8')).not.toContain(password);
  });
});

describe('changing the email address', () => {
  const newEmail = 'ana.new@example.test';

  test('keeps the previous address until the new one is verified', async () => {
    await pool.addConfirmedUser(ana);
    const { access } = await pool.signIn(ana);
    const answer = await changeEmail(access, 'Ana.New@example.test');
    expect(answer.CodeDeliveryDetailsList).toMatchObject([{ AttributeName: 'email' }]);
    expect(pool.mails.at(-1)).toMatchObject({ to: newEmail });
    expect(pool.events.at(-1)).toMatchObject({
      triggerSource: 'CustomEmailSender_UpdateUserAttribute',
      request: { userAttributes: { email: newEmail } },
    });
    expect(await attributesOf(access)).toMatchObject({ email: ana, email_verified: 'true' });
    const code = pool.lastCode();
    await expect(verifyEmail(access, otherThan(code))).rejects.toMatchObject({
      name: 'CodeMismatchException',
    });
    await pool.signIn(ana);

    await verifyEmail(access, code);
    expect(await attributesOf(access)).toMatchObject({ email: newEmail, email_verified: 'true' });
    await pool.signIn(newEmail);
    await expect(pool.signIn(ana)).rejects.toMatchObject({ name: 'NotAuthorizedException' });
    await expect(verifyEmail(access, code)).rejects.toMatchObject({ name: 'ExpiredCodeException' });
  });

  test('is refused for a taken address when it is requested and when the code is redeemed', async () => {
    await pool.addConfirmedUser(ana);
    await pool.addConfirmedUser('bob@example.test');
    const { access } = await pool.signIn(ana);
    const taken = { name: 'AliasExistsException' };
    await expect(changeEmail(access, 'Bob@example.test')).rejects.toMatchObject(taken);
    await changeEmail(access, newEmail);
    const code = pool.lastCode();
    await pool.addConfirmedUser(newEmail);
    await expect(verifyEmail(access, code)).rejects.toMatchObject(taken);
    expect(await attributesOf(access)).toMatchObject({ email: ana });
  });

  test('is canceled by a change to the current address', async () => {
    await pool.addConfirmedUser(ana);
    const { access } = await pool.signIn(ana);
    await changeEmail(access, newEmail);
    expect((await changeEmail(access, ana)).CodeDeliveryDetailsList).toEqual([]);
    await verifyEmail(access, pool.lastCode());
    expect(await attributesOf(access)).toMatchObject({ email: ana });
  });

  test('is limited to the attributes that the app client may write', async () => {
    await pool.addConfirmedUser(ana);
    const { access } = await pool.signIn(ana);
    const UserAttributes = [{ Name: 'name', Value: 'Ana' }];
    await expect(
      pool.sdk().send(new UpdateUserAttributesCommand({ AccessToken: access, UserAttributes })),
    ).rejects.toMatchObject({ name: 'NotAuthorizedException' });
    expect(await attributesOf(access)).not.toHaveProperty('name');
    await expect(changeEmail(access, 'no-email')).rejects.toMatchObject({
      name: 'InvalidParameterException',
    });
  });
});

describe('administration', () => {
  test('lists the groups of a user by address or id', async () => {
    const userId = await pool.addConfirmedUser(ana);
    await pool.sdk().send(new AdminAddUserToGroupCommand({ ...member, Username: userId }));
    for (const Username of [ana, 'ANA@example.test', userId]) {
      const { Groups } = await pool.sdk().send(new AdminListGroupsForUserCommand({ ...user, Username }));
      const [CreationDate, LastModifiedDate] = [expect.any(Date), expect.any(Date)];
      expect(Groups).toEqual([{ GroupName: 'paid', UserPoolId: poolId, CreationDate, LastModifiedDate }]);
    }
  });

  test.each([
    [new AdminAddUserToGroupCommand(member), 'UserNotFoundException'],
    [new AdminGetUserCommand({ ...user, Username: 'constructor' }), 'UserNotFoundException'],
    [new AdminUserGlobalSignOutCommand(user), 'UserNotFoundException'],
    [new AdminGetUserCommand({ ...user, UserPoolId: 'us-east-1_Other' }), 'ResourceNotFoundException'],
    [new ListUsersCommand({ UserPoolId: poolId, Filter: 'email' }), 'InvalidParameterException'],
    [new ListUsersCommand({ UserPoolId: poolId, Filter: 'gender = "x"' }), 'InvalidParameterException'],
  ])('refuses %o', async (command, name) => {
    await expect(pool.sdk().send(command as AdminGetUserCommand)).rejects.toMatchObject({ name });
  });

  test('answers ResourceNotFoundException for an unknown group', async () => {
    await pool.addConfirmedUser(ana);
    await expect(
      pool.sdk().send(new AdminAddUserToGroupCommand({ ...member, GroupName: 'nobles' })),
    ).rejects.toMatchObject({ name: 'ResourceNotFoundException' });
  });

  test('lists the attributes that the request names', async () => {
    await pool.addConfirmedUser(ana);
    const { Users = [] } = await pool
      .sdk()
      .send(new ListUsersCommand({ UserPoolId: poolId, AttributesToGet: ['email'] }));
    expect(Users.map(({ Attributes }) => Attributes)).toEqual([[{ Name: 'email', Value: ana }]]);
  });

  test('lists users in pages, and by status', async () => {
    for (const name of ['bob', 'cleo', 'dora']) await pool.addConfirmedUser(`${name}@example.test`);
    await signUp(ana, password);
    const seen: string[] = [];
    let PaginationToken: string | undefined;
    do {
      const answer: ListUsersCommandOutput = await pool
        .sdk()
        .send(new ListUsersCommand({ UserPoolId: poolId, Limit: 3, PaginationToken }));
      seen.push(...(answer.Users ?? []).map(({ Username = '' }) => Username));
      PaginationToken = answer.PaginationToken;
    } while (PaginationToken);
    expect(new Set(seen).size).toBe(4);
    const Filter = 'cognito:user_status = "UNCONFIRMED"';
    const { Users } = await pool.sdk().send(new ListUsersCommand({ UserPoolId: poolId, Filter }));
    expect(Users).toEqual([expect.objectContaining({ UserStatus: 'UNCONFIRMED' })]);
  });

  test('lists users by the beginning of their address in pages, even after one was deleted', async () => {
    const names = ['bob.1', 'bob.2', 'bob.3', 'cleo'];
    for (const name of names) await pool.addConfirmedUser(`${name}@example.test`);
    const list = async (PaginationToken?: string) => {
      const { Users = [], PaginationToken: next } = await pool
        .sdk()
        .send(
          new ListUsersCommand({ UserPoolId: poolId, Filter: 'email ^= "BOB."', Limit: 2, PaginationToken }),
        );
      const emails = Users.map(({ Attributes }) => Attributes?.find(({ Name }) => Name === 'email')?.Value);
      return { emails, next };
    };
    const first = await list();
    expect(first.emails).toEqual(['bob.1@example.test', 'bob.2@example.test']);
    expect(await list(first.next)).toEqual({ emails: ['bob.3@example.test'], next: undefined });
    await pool.sdk().send(new AdminDeleteUserCommand({ ...user, Username: 'bob.1@example.test' }));
    expect((await list()).emails).toEqual(['bob.2@example.test', 'bob.3@example.test']);
  });

  test.each(['DeleteUser', 'AdminDeleteUser'])(
    'deletes everything on %s, and releases the address',
    async (operation) => {
      await pool.addConfirmedUser(ana);
      await pool.sdk().send(new AdminAddUserToGroupCommand(member));
      const { access, refresh: refreshToken } = await pool.signIn(ana);
      const byUser = new DeleteUserCommand({ AccessToken: access });
      const byAdmin = new AdminDeleteUserCommand(user);
      await (operation === 'DeleteUser' ? pool.sdk().send(byUser) : pool.sdk().send(byAdmin));
      await expect(getUser(access)).rejects.toMatchObject({ name: 'UserNotFoundException' });
      // This operation has no UserNotFoundException.
      await expect(pool.sdk().send(new GlobalSignOutCommand({ AccessToken: access }))).rejects.toMatchObject({
        name: 'NotAuthorizedException',
      });
      await expect(refresh(refreshToken)).rejects.toMatchObject({ name: 'NotAuthorizedException' });
      await pool.addConfirmedUser(ana);
      expect(claimsOf((await pool.signIn(ana)).access)).not.toHaveProperty('cognito:groups');
    },
  );
});

describe('HTTP requests', () => {
  const post = async (operation: string, body: string, headers: Record<string, string> = {}) => {
    const response = await fetch(pool.endpoint(), {
      method: 'POST',
      headers: {
        'content-type': 'application/x-amz-json-1.1',
        'x-amz-target': `AWSCognitoIdentityProviderService.${operation}`,
        ...headers,
      },
      body,
    });
    return { response, body: (await response.json()) as { __type: string; message: string } };
  };

  test.each([
    ['GetUser', 'no json', 'SerializationException'],
    ['GetUser', '[]', 'SerializationException'],
    ['GetUser', '{}', 'InvalidParameterException'],
    ['GetUser', '{"AccessToken":5}', 'InvalidParameterException'],
    ['SignUp', '{"ClientId":"other"}', 'ResourceNotFoundException'],
    ['SignUp', `{"ClientId":"${clientId}","Username":null}`, 'InvalidParameterException'],
    [
      'SignUp',
      `{"ClientId":"${clientId}","Username":"a@b.cd","Password":"${password}","UserAttributes":[null]}`,
      'InvalidParameterException',
    ],
    [
      'InitiateAuth',
      `{"ClientId":"${clientId}","AuthFlow":"USER_PASSWORD_AUTH"}`,
      'InvalidParameterException',
    ],
    [
      'InitiateAuth',
      `{"ClientId":"${clientId}","AuthFlow":"USER_SRP_AUTH","AuthParameters":{"USERNAME":"a","SRP_A":"xyz"}}`,
      'InvalidParameterException',
    ],
    [
      'InitiateAuth',
      `{"ClientId":"${clientId}","AuthFlow":"USER_SRP_AUTH","AuthParameters":{"USERNAME":"a","SRP_A":"0"}}`,
      'InvalidParameterException',
    ],
    ['RespondToAuthChallenge', `{"ClientId":"${clientId}"}`, 'InvalidParameterException'],
    ['AdminGetUser', '{}', 'InvalidParameterException'],
    ['AdminSetUserPassword', '{}', 'UnknownOperationException'],
    ['toString', '{}', 'UnknownOperationException'],
  ])('get 400 for %s with %s: %s', async (operation, request, type) => {
    const { response, body } = await post(operation, request);
    expect(response.status).toBe(400);
    expect(body).toEqual({ __type: type, message: expect.any(String) });
  });

  test('are refused with a content type that a page of another site can send', async () => {
    const simple = await post('ListUsers', `{"UserPoolId":"${poolId}"}`, { 'content-type': 'text/plain' });
    expect(simple.response.status).toBe(400);
    expect(
      (await fetch(pool.endpoint(), { method: 'OPTIONS' })).headers.get('access-control-allow-origin'),
    ).toBeNull();
  });
});

test('keeps accounts, groups, sign-ins, codes and the key after a restart', async () => {
  await pool.addConfirmedUser(ana);
  await pool.sdk().send(new AdminAddUserToGroupCommand(member));
  const tokens = await pool.signIn(ana);
  await signUp('bob@example.test');
  const { keys } = pool.jwks();

  await pool.restart();
  expect(pool.jwks().keys).toEqual(keys);
  await getUser(tokens.access);
  const { AuthenticationResult } = await refresh(tokens.refresh);
  expect(claimsOf(AuthenticationResult?.AccessToken ?? '')['cognito:groups']).toEqual(['paid']);
  await confirmSignUp(pool.lastCode(), 'bob@example.test');
  await pool.signIn('bob@example.test');
  expect((await pool.sdk().send(new AdminGetUserCommand(user))).UserCreateDate).toBeInstanceOf(Date);
});

test('serves only the key set of its pool, to everybody', async () => {
  const response = await fetch(`${pool.endpoint()}/${poolId}/.well-known/jwks.json`);
  expect(response.headers.get('content-type')).toBe('application/json');
  expect(await response.json()).toEqual(pool.jwks());
  const other = await fetch(`${pool.endpoint()}/us-east-1_Other/.well-known/jwks.json`);
  expect(other.status).toBe(400);
});

test('generates the signing key at the first start, readable by its owner only', async () => {
  const path = join(pool.dir, 'signing-key.pem');
  await rm(path);
  await pool.restart();
  const { keys } = pool.jwks();
  expect((await stat(path)).mode & 0o777).toBe(0o600);
  await pool.restart();
  expect(pool.jwks().keys).toEqual(keys);
});

test('stores changes before it answers', async () => {
  const { UserSub } = await signUp();
  const onDisk = JSON.parse(await readFile(join(pool.dir, `${poolId}.json`), 'utf8'));
  expect(onDisk.Users[UserSub ?? '']).toMatchObject({ UserStatus: 'UNCONFIRMED' });
});
