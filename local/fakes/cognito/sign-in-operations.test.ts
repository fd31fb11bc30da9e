import {
  InitiateAuthCommand,
  RespondToAuthChallengeCommand,
} from '@aws-sdk/client-cognito-identity-provider';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { clientId, password, poolId, startTestPool, type TestPool } from './test-pool.ts';
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
