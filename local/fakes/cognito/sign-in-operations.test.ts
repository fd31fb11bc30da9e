import {
  AdminInitiateAuthCommand,
  AdminSetUserMFAPreferenceCommand,
  GetUserCommand,
  InitiateAuthCommand,
  RespondToAuthChallengeCommand,
  RevokeTokenCommand,
} from '@aws-sdk/client-cognito-identity-provider';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import {
  claimsOf,
  clientId,
  password,
  poolId,
  serverClientId,
  startTestPool,
  type TestPool,
} from './test-pool.ts';
import { beginProof, proveKnowledge } from './test-srp-client.ts';

const ana = 'ana@example.test';
const ben = 'ben@example.test';

let pool: TestPool;

beforeEach(async () => {
  pool = await startTestPool();
});

afterEach(() => pool.stop());

/** Proves Ana's password, but sends the given name of a user and other values. */
async function provePasswordAs(USERNAME: string, others: { TIMESTAMP?: string } = {}) {
  const { secret, SRP_A } = beginProof();
  const { ChallengeParameters: challenge = {} } = await pool.sdk().send(
    new InitiateAuthCommand({
      ClientId: clientId,
      AuthFlow: 'USER_SRP_AUTH',
      AuthParameters: { USERNAME: ana, SRP_A },
    }),
  );
  const proof = proveKnowledge(poolId, challenge, secret, password);
  return pool.sdk().send(
    new RespondToAuthChallengeCommand({
      ClientId: clientId,
      ChallengeName: 'PASSWORD_VERIFIER',
      ChallengeResponses: { ...proof, USERNAME, ...others },
    }),
  );
}

describe('RespondToAuthChallenge', () => {
  it('accepts the proof of a password only with the name of the user', async () => {
    const anaId = await pool.addConfirmedUser(ana);
    const benId = await pool.addConfirmedUser(ben);
    for (const name of [ben, benId, 'unknown@example.test']) {
      await expect(provePasswordAs(name)).rejects.toMatchObject({
        name: 'NotAuthorizedException',
        message: 'Incorrect username or password.',
      });
    }
    for (const name of [ana, anaId]) {
      expect(await provePasswordAs(name)).toHaveProperty('AuthenticationResult.AccessToken');
    }
  });
  it('refuses a time in another form than that of Amplify', async () => {
    await pool.addConfirmedUser(ana);
    for (const TIMESTAMP of ['Thu, 05 Nov 2026 09:07:03 GMT', 'Thu Nov 05 09:07:03 UTC 2026', '2026-11-05'])
      await expect(provePasswordAs(ana, { TIMESTAMP })).rejects.toMatchObject({
        name: 'InvalidParameterException',
      });
  });
});

const initiate = (ClientId = serverClientId, PASSWORD = password, USERNAME = ana) =>
  pool.sdk().send(
    new AdminInitiateAuthCommand({
      UserPoolId: poolId,
      ClientId,
      AuthFlow: 'ADMIN_USER_PASSWORD_AUTH',
      AuthParameters: { USERNAME, PASSWORD },
    }),
  );

describe('AdminInitiateAuth', () => {
  let anasId: string;

  beforeEach(async () => {
    anasId = await pool.addConfirmedUser(ana);
  });

  it('returns tokens of the client for functions for the correct password', async () => {
    const { AuthenticationResult: tokens } = await initiate();
    expect(claimsOf(tokens?.AccessToken ?? '')).toMatchObject({ sub: anasId, client_id: serverClientId });
    await expect(pool.sdk().send(new GetUserCommand({ AccessToken: tokens?.AccessToken }))).rejects.toThrow(
      'Invalid Access Token',
    );
    const refresh = new InitiateAuthCommand({
      ClientId: clientId,
      AuthFlow: 'REFRESH_TOKEN_AUTH',
      AuthParameters: { REFRESH_TOKEN: tokens?.RefreshToken ?? '' },
    });
    await expect(pool.sdk().send(refresh)).rejects.toThrow('revoked');
    const before = await pool.countSignIns(anasId);
    await pool.sdk().send(new RevokeTokenCommand({ ClientId: serverClientId, Token: tokens?.RefreshToken }));
    expect(await pool.countSignIns(anasId)).toBe(before - 1);
  });

  it.each([
    ['a wrong password', [serverClientId, 'Wrong-horse-7', ana]],
    ['an unknown address', [serverClientId, password, 'nobody@example.test']],
  ] as const)('refuses %s with the same sentence', async (_, [client, typed, email]) => {
    await expect(initiate(client, typed, email)).rejects.toMatchObject({
      name: 'NotAuthorizedException',
      message: 'Incorrect username or password.',
    });
  });

  it('is refused for the client for browsers, and the client for functions has no other flow', async () => {
    await expect(initiate(clientId)).rejects.toMatchObject({ name: 'ResourceNotFoundException' });
    const byBrowserFlow = new InitiateAuthCommand({
      ClientId: serverClientId,
      AuthFlow: 'USER_SRP_AUTH',
      AuthParameters: { USERNAME: ana, SRP_A: 'ff' },
    });
    await expect(pool.sdk().send(byBrowserFlow)).rejects.toMatchObject({ name: 'ResourceNotFoundException' });
  });

  it('requires the code of an app until an administrator turns it off', async () => {
    await pool.turnOnApp(ana);
    expect(await initiate()).toMatchObject({
      ChallengeName: 'SOFTWARE_TOKEN_MFA',
      ChallengeParameters: { USER_ID_FOR_SRP: anasId },
    });
    await pool.sdk().send(
      new AdminSetUserMFAPreferenceCommand({
        UserPoolId: poolId,
        Username: anasId,
        SoftwareTokenMfaSettings: { Enabled: false, PreferredMfa: false },
        WebAuthnMfaSettings: { Enabled: false },
      }),
    );
    expect((await initiate()).AuthenticationResult).toBeDefined();
    expect(await pool.provePassword(ana)).toMatchObject({ AuthenticationResult: expect.anything() });
  });
});
