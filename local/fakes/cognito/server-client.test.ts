import {
  AdminInitiateAuthCommand,
  AdminSetUserMFAPreferenceCommand,
  GetUserCommand,
  InitiateAuthCommand,
  RevokeTokenCommand,
} from '@aws-sdk/client-cognito-identity-provider';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  claimsOf,
  clientId,
  password,
  poolId,
  serverClientId,
  startTestPool,
  type TestPool,
} from './test-pool.ts';

let pool: TestPool;
const ana = 'ana@example.test';
let anasId: string;

beforeAll(async () => {
  pool = await startTestPool();
  anasId = await pool.addConfirmedUser(ana);
});

afterAll(() => pool.stop());

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
