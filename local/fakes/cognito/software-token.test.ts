import {
  AdminGetUserCommand,
  AssociateSoftwareTokenCommand,
  GetUserCommand,
  RespondToAuthChallengeCommand,
  SetUserMFAPreferenceCommand,
  VerifySoftwareTokenCommand,
} from '@aws-sdk/client-cognito-identity-provider';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { claimsOf, clientId, poolId, startTestPool, type TestPool } from './test-pool.ts';
import { totpCode, totpStep } from './totp.ts';

let pool: TestPool;
const ana = 'ana@example.test';
const stepMs = 30 * 1000;

beforeEach(async () => {
  // In the middle of a step, so that it does not end during a test.
  vi.useFakeTimers({ toFake: ['Date'], now: totpStep(Date.now()) * stepMs + stepMs / 2 });
  pool = await startTestPool();
  await pool.addConfirmedUser(ana);
});

afterEach(async () => {
  vi.useRealTimers();
  await pool.stop();
});

const letPass = (milliseconds: number) => vi.setSystemTime(Date.now() + milliseconds);
const codeOf = (secret: string, steps = 0) => totpCode(secret, totpStep(Date.now()) + steps);
const wrongCode = (secret: string) => String((Number(codeOf(secret)) + 1) % 1_000_000).padStart(6, '0');

const associate = async (AccessToken: string) =>
  (await pool.sdk().send(new AssociateSoftwareTokenCommand({ AccessToken }))).SecretCode ?? '';
const verify = (AccessToken: string, UserCode: string) =>
  pool.sdk().send(new VerifySoftwareTokenCommand({ AccessToken, UserCode }));
const prefer = (AccessToken: string, Enabled: boolean, PreferredMfa = Enabled) =>
  pool
    .sdk()
    .send(
      new SetUserMFAPreferenceCommand({ AccessToken, SoftwareTokenMfaSettings: { Enabled, PreferredMfa } }),
    );
const answer = (Session: string, SOFTWARE_TOKEN_MFA_CODE: string, USERNAME = ana) =>
  pool.sdk().send(
    new RespondToAuthChallengeCommand({
      ClientId: clientId,
      ChallengeName: 'SOFTWARE_TOKEN_MFA',
      Session,
      ChallengeResponses: { USERNAME, SOFTWARE_TOKEN_MFA_CODE },
    }),
  );

/** Turns the second factor on with a current code. */
const turnOn = () => pool.turnOnApp(ana);

async function askedForCode(): Promise<string> {
  const { Session, ChallengeName } = await pool.provePassword(ana);
  expect(ChallengeName).toBe('SOFTWARE_TOKEN_MFA');
  return Session ?? '';
}

describe('turning the second factor on', () => {
  test('requires a code from the associated app', async () => {
    const { access } = await pool.signIn(ana);
    const secret = await associate(access);
    await expect(verify(access, wrongCode(secret))).rejects.toMatchObject({
      name: 'EnableSoftwareTokenMFAException',
      message: 'Code mismatch and fail enable Software Token MFA',
    });
    expect(await verify(access, codeOf(secret))).toMatchObject({ Status: 'SUCCESS' });
    // Verified, but not turned on.
    expect((await pool.provePassword(ana)).AuthenticationResult).toBeTruthy();

    await prefer(access, true);
    const settings = {
      UserMFASettingList: ['SOFTWARE_TOKEN_MFA'],
      PreferredMfaSetting: 'SOFTWARE_TOKEN_MFA',
    };
    expect(await pool.sdk().send(new GetUserCommand({ AccessToken: access }))).toMatchObject(settings);
    const byAdmin = new AdminGetUserCommand({ UserPoolId: poolId, Username: ana });
    expect(await pool.sdk().send(byAdmin)).toMatchObject(settings);
  });

  test('works without a preferred factor', async () => {
    const { access } = await turnOn();
    await prefer(access, true, false);
    const found = await pool.sdk().send(new GetUserCommand({ AccessToken: access }));
    expect(found.UserMFASettingList).toEqual(['SOFTWARE_TOKEN_MFA']);
    expect(found.PreferredMfaSetting).toBeUndefined();
    await askedForCode();
  });

  test('is refused without a verified app', async () => {
    const { access } = await pool.signIn(ana);
    const refused = {
      name: 'InvalidParameterException',
      message: 'User does not have delivery config set to turn on SOFTWARE_TOKEN_MFA',
    };
    await expect(prefer(access, true)).rejects.toMatchObject(refused);
    await associate(access);
    await expect(prefer(access, true)).rejects.toMatchObject(refused);
  });

  test.each(['SMSMfaSettings', 'EmailMfaSettings'])('is refused for %s', async (factor) => {
    const { access } = await pool.signIn(ana);
    const command = new SetUserMFAPreferenceCommand({ AccessToken: access, [factor]: { Enabled: true } });
    await expect(pool.sdk().send(command)).rejects.toMatchObject({ name: 'InvalidParameterException' });
  });

  test.each(['12345', '1234567', 'abcdef'])('is refused with %s, which is not a code', async (code) => {
    const { access } = await pool.signIn(ana);
    await associate(access);
    await expect(verify(access, code)).rejects.toMatchObject({ name: 'InvalidParameterException' });
  });

  test('requires an associated app', async () => {
    const { access } = await pool.signIn(ana);
    await expect(verify(access, '123456')).rejects.toMatchObject({
      name: 'SoftwareTokenMFANotFoundException',
    });
  });

  test('keeps the previous app until the new one is verified', async () => {
    const { access, secret: first } = await turnOn();
    const second = await associate(access);
    letPass(stepMs);
    await answer(await askedForCode(), codeOf(first));

    await verify(access, codeOf(second));
    letPass(stepMs);
    await expect(answer(await askedForCode(), codeOf(first))).rejects.toMatchObject({
      name: 'CodeMismatchException',
    });
    await answer(await askedForCode(), codeOf(second));
  });

  test('is refused in a pool without software tokens', async () => {
    const { access } = await turnOn();
    await pool.restart({ hasSoftwareTokenMfa: false });
    const refused = {
      name: 'SoftwareTokenMFANotFoundException',
      message: 'Software Token MFA has not been enabled by the userPool.',
    };
    await expect(associate(access)).rejects.toMatchObject(refused);
    await expect(verify(access, '123456')).rejects.toMatchObject(refused);
    expect((await pool.provePassword(ana)).AuthenticationResult).toBeTruthy();
  });

  test('requires an access token', async () => {
    for (const refused of [associate('x'), verify('x', '123456'), prefer('x', true)]) {
      await expect(refused).rejects.toMatchObject({ name: 'NotAuthorizedException' });
    }
  });
});

describe('signing in with a second factor', () => {
  test('returns tokens only after the code', async () => {
    const { secret } = await turnOn();
    const asked = await pool.provePassword(ana);
    expect(asked.AuthenticationResult).toBeUndefined();
    expect(asked.ChallengeParameters).toMatchObject({ USER_ID_FOR_SRP: expect.any(String) });
    letPass(stepMs);

    const { AuthenticationResult: tokens } = await answer(asked.Session ?? '', codeOf(secret));
    const claims = claimsOf(tokens?.AccessToken ?? '');
    expect(claims.auth_time).toBe(Math.floor(Date.now() / 1000));
    await pool.sdk().send(new GetUserCommand({ AccessToken: tokens?.AccessToken }));
  });

  test('requires the code only after the correct password', async () => {
    await turnOn();
    await expect(pool.provePassword(ana, 'Wrong-horse-7')).rejects.toMatchObject({
      message: 'Incorrect username or password.',
    });
  });

  test('accepts a correct code after a wrong one, and a clock that is one step off', async () => {
    const { secret } = await turnOn();
    const session = await askedForCode();
    for (const wrong of [wrongCode(secret), 'no code']) {
      await expect(answer(session, wrong)).rejects.toMatchObject({
        name: 'CodeMismatchException',
        message: 'Invalid code received for user',
      });
    }
    expect((await answer(session, codeOf(secret, +1))).AuthenticationResult).toBeTruthy();
  });

  test('refuses a code that was used before, including for verification', async () => {
    const { secret } = await turnOn();
    const used = { name: 'ExpiredCodeException', message: 'Your software token has already been used once.' };
    await expect(answer(await askedForCode(), codeOf(secret))).rejects.toMatchObject(used);
    letPass(stepMs);
    await answer(await askedForCode(), codeOf(secret));
    await expect(answer(await askedForCode(), codeOf(secret))).rejects.toMatchObject(used);
  });

  test('accepts the code only with the name of the user', async () => {
    const { secret } = await turnOn();
    await pool.addConfirmedUser('bob@example.test');
    const session = await askedForCode();
    await expect(answer(session, codeOf(secret, +1), '')).rejects.toMatchObject({
      name: 'InvalidParameterException',
    });
    await expect(answer(session, codeOf(secret, +1), 'bob@example.test')).rejects.toMatchObject({
      name: 'NotAuthorizedException',
      message: 'Invalid session for the user.',
    });
    await answer(session, codeOf(secret, +1), ana.toUpperCase());
  });

  test('accepts a session once, and for three minutes', async () => {
    const { secret } = await turnOn();
    letPass(stepMs);
    const session = await askedForCode();
    await answer(session, codeOf(secret));
    letPass(stepMs);
    await expect(answer(session, codeOf(secret))).rejects.toMatchObject({
      name: 'NotAuthorizedException',
      message: 'Invalid session for the user.',
    });

    const late = await askedForCode();
    letPass(3 * 60 * 1000 + 1);
    await expect(answer(late, codeOf(secret))).rejects.toMatchObject({
      name: 'NotAuthorizedException',
      message: 'Invalid session for the user, session is expired.',
    });
  });

  test('ends when the factor is turned off, and returns with the same app when it is turned on', async () => {
    const { access } = await turnOn();
    await prefer(access, false);
    expect((await pool.provePassword(ana)).AuthenticationResult).toBeTruthy();
    const found = await pool.sdk().send(new GetUserCommand({ AccessToken: access }));
    expect(found.UserMFASettingList).toBeUndefined();

    await prefer(access, true);
    await askedForCode();
  });

  test('is still required after a restart', async () => {
    const { secret } = await turnOn();
    letPass(stepMs);
    await pool.restart();
    await answer(await askedForCode(), codeOf(secret));
  });
});
