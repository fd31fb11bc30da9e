import {
  AdminInitiateAuthCommand,
  CognitoIdentityProviderClient,
  TooManyRequestsException,
} from '@aws-sdk/client-cognito-identity-provider';
import { mockClient } from 'aws-sdk-client-mock';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  password,
  poolId,
  serverClientId,
  startTestPool,
  type TestPool,
} from '../../../local/fakes/cognito/test-pool.ts';
import { checkPassword } from './check-password.ts';

let pool: TestPool;
let userId: string;
let plainId: string;
const ana = 'ana@example.test';
const plain = 'plain@example.test';
const client = { userPoolId: poolId, clientId: serverClientId };
const check = (email: string, typed = password) =>
  checkPassword(pool.sdk(), client, { email, password: typed });

beforeAll(async () => {
  pool = await startTestPool();
  userId = await pool.addConfirmedUser(ana);
  plainId = await pool.addConfirmedUser(plain);
  await pool.turnOnApp(ana);
});

afterAll(() => pool.stop());

describe('checkPassword', () => {
  it('returns the user id for the right password of an account with an app', async () => {
    expect(await check(ana)).toBe(userId);
    expect(await check('ANA@example.test')).toBe(userId);
  });

  it.each([
    ['a wrong password', ana, 'Wrong-horse-7'],
    ['an unknown address', 'nobody@example.test', password],
    ['a password that Cognito would not even read', ana, ' '],
    ['an account without a second factor', plain, password],
  ])('returns undefined for %s', async (_, email, typed) => {
    expect(await check(email, typed)).toBeUndefined();
  });

  it('ends the sign-in when Cognito returns tokens', async () => {
    expect(await check(plain)).toBeUndefined();
    expect(await pool.countSignIns(plainId)).toBe(0);
  });

  it('throws when Cognito names no user, instead of reporting a wrong password', async () => {
    const silent = mockClient(CognitoIdentityProviderClient);
    silent.on(AdminInitiateAuthCommand).resolves({ ChallengeName: 'SOFTWARE_TOKEN_MFA' });
    const checked = checkPassword(new CognitoIdentityProviderClient({}), client, { email: ana, password });
    await expect(checked).rejects.toThrow('named no user');
    silent.restore();
  });

  it('asks the person to wait when Cognito throttles', async () => {
    const busy = mockClient(CognitoIdentityProviderClient);
    busy
      .on(AdminInitiateAuthCommand)
      .rejects(new TooManyRequestsException({ message: 'busy', $metadata: {} }));
    const checked = checkPassword(new CognitoIdentityProviderClient({}), client, { email: ana, password });
    await expect(checked).rejects.toMatchObject({ code: 'resource-exhausted' });
    busy.restore();
  });

  it('throws when Cognito fails, instead of reporting a wrong password', async () => {
    const nowhere = { ...client, userPoolId: 'us-east-1_Nowhere00' };
    await expect(checkPassword(pool.sdk(), nowhere, { email: ana, password })).rejects.toThrow(
      /User pool .* does not exist/,
    );
  });
});
