import { createHmac, randomBytes } from 'node:crypto';
import * as z from 'zod';
import { CognitoError, invalidParameter, notAuthorized, wrongCredentials } from './cognito-error.ts';
import { accessToken, clientId, type Outcome, operation, username } from './operation.ts';
import { type PoolContext, srpIdentity } from './pool-context.ts';
import {
  answerSrp,
  createPasswordVerifier,
  isSameSignature,
  type PasswordVerifier,
  srpSignature,
} from './srp.ts';
import { normalizeEmail } from './user-pool.ts';

/** What the app client gives a challenge by default: https://docs.aws.amazon.com/cognito-user-identity-pools/latest/APIReference/API_UserPoolClientType.html */
const challengeLifetimeMs = 3 * 60 * 1000;

interface Challenge {
  username: string;
  key: Buffer;
  expiresAtMs: number;
}

const initiateAuth = z.discriminatedUnion('AuthFlow', [
  z.object({
    ClientId: clientId,
    AuthFlow: z.literal('USER_SRP_AUTH'),
    AuthParameters: z.object({
      USERNAME: username,
      SRP_A: z
        .string()
        .max(1024)
        .regex(/^[0-9a-fA-F]+$/),
    }),
  }),
  z.object({
    ClientId: clientId,
    AuthFlow: z.enum(['REFRESH_TOKEN_AUTH', 'REFRESH_TOKEN']),
    AuthParameters: z.object({ REFRESH_TOKEN: z.string().min(1) }),
  }),
]);
const respondToAuthChallenge = z.object({
  ClientId: clientId,
  ChallengeName: z.literal('PASSWORD_VERIFIER'),
  ChallengeResponses: z.object({
    PASSWORD_CLAIM_SECRET_BLOCK: z.string().min(1),
    PASSWORD_CLAIM_SIGNATURE: z.string().min(1),
    TIMESTAMP: z.string().min(1),
  }),
});
const getTokensFromRefreshToken = z.object({ ClientId: clientId, RefreshToken: z.string().min(1) });
const globalSignOut = z.object({ AccessToken: accessToken });
const revokeToken = z.object({ ClientId: clientId, Token: z.string().min(1) });

export function signInOperations({ pool, poolId, sessions }: PoolContext) {
  /** By secret block. Not kept over a restart: the client begins again. */
  const challenges = new Map<string, Challenge>();

  function challenge(usernameOrEmail: string, clientPublicHex: string): Outcome {
    const account = pool.find(usernameOrEmail);
    const known = account
      ? { username: account.Username, passwordVerifier: account.passwordVerifier }
      : simulateAccount(poolId, usernameOrEmail);
    const srp = answerSrp(clientPublicHex, known.passwordVerifier);
    if (!srp) throw invalidParameter('SRP_A is not valid');

    for (const [block, { expiresAtMs }] of challenges) {
      if (expiresAtMs <= Date.now()) challenges.delete(block);
    }
    const secretBlock = randomBytes(32).toString('base64');
    const expiresAtMs = Date.now() + challengeLifetimeMs;
    challenges.set(secretBlock, { username: known.username, key: srp.key, expiresAtMs });
    return {
      answer: {
        ChallengeName: 'PASSWORD_VERIFIER',
        ChallengeParameters: {
          SALT: known.passwordVerifier.salt,
          SECRET_BLOCK: secretBlock,
          SRP_B: srp.serverPublicHex,
          USERNAME: known.username,
          USER_ID_FOR_SRP: known.username,
        },
      },
    };
  }

  return {
    InitiateAuth: operation(initiateAuth, (request) => {
      if (request.AuthFlow === 'USER_SRP_AUTH') {
        return challenge(request.AuthParameters.USERNAME, request.AuthParameters.SRP_A);
      }
      const result = sessions.refresh(request.AuthParameters.REFRESH_TOKEN);
      return { answer: { ChallengeParameters: {}, AuthenticationResult: result } };
    }),

    RespondToAuthChallenge: operation(respondToAuthChallenge, ({ ChallengeResponses: responses }) => {
      const secretBlock = responses.PASSWORD_CLAIM_SECRET_BLOCK;
      const asked = challenges.get(secretBlock);
      challenges.delete(secretBlock);
      if (!asked || asked.expiresAtMs <= Date.now()) throw wrongCredentials();
      const account = pool.find(asked.username);
      const signature = srpSignature(
        asked.key,
        srpIdentity(poolId, asked.username),
        secretBlock,
        responses.TIMESTAMP,
      );
      const knowsPassword = isSameSignature(signature, responses.PASSWORD_CLAIM_SIGNATURE);
      if (!account || !knowsPassword) throw wrongCredentials();
      if (!account.Enabled) throw notAuthorized('User is disabled.');
      if (account.UserStatus === 'UNCONFIRMED') {
        throw new CognitoError('UserNotConfirmedException', 'User is not confirmed.');
      }
      return { answer: { ChallengeParameters: {}, AuthenticationResult: sessions.start(account) } };
    }),

    GetTokensFromRefreshToken: operation(getTokensFromRefreshToken, ({ RefreshToken }) => ({
      answer: { AuthenticationResult: sessions.refresh(RefreshToken) },
    })),

    GlobalSignOut: operation(globalSignOut, ({ AccessToken }) => {
      const account = sessions.accountOf(AccessToken);
      pool.save({ ...account, sessions: [] });
      return { answer: {} };
    }),

    RevokeToken: operation(revokeToken, ({ Token }) => {
      sessions.revoke(Token);
      return { answer: {} };
    }),
  };
}

/** For an address nobody has: always the same user id and salt, as a real user has, and a password nobody knows. */
function simulateAccount(
  poolId: string,
  email: string,
): { username: string; passwordVerifier: PasswordVerifier } {
  const digest = createHmac('sha256', poolId).update(normalizeEmail(email)).digest('hex');
  const id = digest.replace(/^(.{8})(.{4}).(.{3}).(.{3})(.{12}).*$/, '$1-$2-4$3-a$4-$5');
  const passwordVerifier = createPasswordVerifier(
    srpIdentity(poolId, id),
    randomBytes(16).toString('hex'),
    digest.slice(-32),
  );
  return { username: id, passwordVerifier };
}
