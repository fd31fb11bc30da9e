import { createHmac, randomBytes } from 'node:crypto';
import * as z from 'zod';
import type { Account } from './account.ts';
import {
  CognitoError,
  invalidAccessToken,
  invalidParameter,
  notAuthorized,
  wrongCredentials,
} from './cognito-error.ts';
import {
  accessToken,
  clientId,
  type Outcome,
  operation,
  type PoolContext,
  password,
  username,
} from './operation.ts';
import { passkeySignIn } from './passkey-sign-in.ts';
import { redeemSoftwareTokenCode } from './software-token-operations.ts';
import {
  answerSrp,
  createPasswordVerifier,
  isPassword,
  isSameSignature,
  type PasswordVerifier,
  srpIdentity,
  srpSignature,
} from './srp.ts';
import { normalizeEmail } from './user-pool.ts';

/**
 * The default AuthSessionValidity.
 * https://docs.aws.amazon.com/cognito-user-identity-pools/latest/APIReference/API_UserPoolClientType.html
 */
const challengeLifetimeMs = 3 * 60 * 1000;

interface Challenge {
  username: string;
  key: Buffer;
  expiresAtMs: number;
}

interface HalfSignIn {
  username: string;
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
    AuthFlow: z.literal('USER_AUTH'),
    AuthParameters: z.object({ USERNAME: username, PREFERRED_CHALLENGE: z.literal('WEB_AUTHN') }),
  }),
  z.object({
    ClientId: clientId,
    AuthFlow: z.enum(['REFRESH_TOKEN_AUTH', 'REFRESH_TOKEN']),
    AuthParameters: z.object({ REFRESH_TOKEN: z.string().min(1) }),
  }),
]);
const passwordVerifier = z.object({
  USERNAME: username,
  PASSWORD_CLAIM_SECRET_BLOCK: z.string().min(1),
  PASSWORD_CLAIM_SIGNATURE: z.string().min(1),
  // `EEE MMM d HH:mm:ss z yyyy`, in English. Cognito refuses every other form.
  TIMESTAMP: z.string().regex(/^[A-Z][a-z]{2} [A-Z][a-z]{2} [1-9]\d? \d{2}:\d{2}:\d{2} UTC \d{4}$/),
});
const respondToAuthChallenge = z.discriminatedUnion('ChallengeName', [
  z.object({
    ClientId: clientId,
    ChallengeName: z.literal('PASSWORD_VERIFIER'),
    ChallengeResponses: passwordVerifier,
  }),
  z.object({
    ClientId: clientId,
    ChallengeName: z.literal('SOFTWARE_TOKEN_MFA'),
    Session: z.string().min(20).max(2048),
    ChallengeResponses: z.object({ USERNAME: username, SOFTWARE_TOKEN_MFA_CODE: z.string().min(1) }),
  }),
  z.object({
    ClientId: clientId,
    ChallengeName: z.literal('WEB_AUTHN'),
    Session: z.string().min(20).max(2048),
    ChallengeResponses: z.object({ USERNAME: username, CREDENTIAL: z.string().min(1) }),
  }),
]);
const adminInitiateAuth = z.object({
  UserPoolId: z.string().min(1),
  ClientId: clientId,
  AuthFlow: z.literal('ADMIN_USER_PASSWORD_AUTH'),
  AuthParameters: z.object({ USERNAME: username, PASSWORD: password }),
});
const getTokensFromRefreshToken = z.object({ ClientId: clientId, RefreshToken: z.string().min(1) });
const globalSignOut = z.object({ AccessToken: accessToken });
const revokeToken = z.object({ ClientId: clientId, Token: z.string().min(1) });

export function signInOperations(context: PoolContext) {
  const { pool, poolId, sessions, hasSoftwareTokenMfa } = context;
  const byPasskey = passkeySignIn(context);
  /** The challenges by secret block. After a restart, a client has to start its sign-in again. */
  const challenges = new Map<string, Challenge>();
  /** Sign-ins with a correct password that wait for a code, by session. */
  const halfSignIns = new Map<string, HalfSignIn>();

  function challenge(usernameOrEmail: string, clientPublicHex: string): Outcome {
    const account = pool.find(usernameOrEmail);
    const known = account
      ? { username: account.Username, passwordVerifier: account.passwordVerifier }
      : simulateAccount(poolId, usernameOrEmail);
    const srp = answerSrp(clientPublicHex, known.passwordVerifier);
    if (!srp) throw invalidParameter('SRP_A is not valid');

    deleteExpired(challenges);
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

  function verifyPassword(responses: z.output<typeof passwordVerifier>): Outcome {
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
    const isNamed = account !== undefined && pool.find(responses.USERNAME) === account;
    if (!isNamed || !knowsPassword) throw wrongCredentials();
    return acceptPassword(account);
  }

  /** @param serverClientId set if a function signs in, and not a browser */
  function acceptPassword(account: Account, serverClientId?: string): Outcome {
    if (account.UserStatus === 'UNCONFIRMED') {
      throw new CognitoError('UserNotConfirmedException', 'User is not confirmed.');
    }
    if (account.mfa && hasSoftwareTokenMfa) return askForSecondFactor(account);
    return signIn(account, serverClientId);
  }

  function askForSecondFactor({ Username }: Account): Outcome {
    deleteExpired(halfSignIns);
    const session = randomBytes(64).toString('base64url');
    halfSignIns.set(session, { username: Username, expiresAtMs: Date.now() + challengeLifetimeMs });
    return {
      answer: {
        ChallengeName: 'SOFTWARE_TOKEN_MFA',
        ChallengeParameters: { USER_ID_FOR_SRP: Username },
        Session: session,
      },
    };
  }

  /** Keeps the session after a wrong code, so that the user can try again. */
  function verifySecondFactor(session: string, usernameOrEmail: string, code: string): Outcome {
    const half = halfSignIns.get(session);
    const account = half && pool.find(half.username);
    if (!account || pool.find(usernameOrEmail) !== account)
      throw notAuthorized('Invalid session for the user.');
    if (half.expiresAtMs <= Date.now()) {
      throw notAuthorized('Invalid session for the user, session is expired.');
    }
    const redeemed = redeemSoftwareTokenCode(account, code);
    halfSignIns.delete(session);
    return signIn(redeemed);
  }

  function signIn(account: Account, serverClientId?: string): Outcome {
    const result = sessions.start(account, serverClientId);
    return { answer: { ChallengeParameters: {}, AuthenticationResult: result } };
  }

  return {
    InitiateAuth: operation(initiateAuth, (request) => {
      if (request.AuthFlow === 'USER_SRP_AUTH') {
        return challenge(request.AuthParameters.USERNAME, request.AuthParameters.SRP_A);
      }
      if (request.AuthFlow === 'USER_AUTH') return byPasskey.begin(request.AuthParameters.USERNAME);
      const result = sessions.refresh(request.AuthParameters.REFRESH_TOKEN);
      return { answer: { ChallengeParameters: {}, AuthenticationResult: result } };
    }),

    AdminInitiateAuth: operation(adminInitiateAuth, ({ ClientId, AuthParameters }) => {
      const account = pool.find(AuthParameters.USERNAME);
      if (!account) throw wrongCredentials();
      const identity = srpIdentity(poolId, account.Username);
      if (!isPassword(identity, AuthParameters.PASSWORD, account.passwordVerifier)) throw wrongCredentials();
      return acceptPassword(account, ClientId);
    }),

    RespondToAuthChallenge: operation(respondToAuthChallenge, async (request) => {
      switch (request.ChallengeName) {
        case 'PASSWORD_VERIFIER':
          return verifyPassword(request.ChallengeResponses);
        case 'SOFTWARE_TOKEN_MFA':
          return verifySecondFactor(
            request.Session,
            request.ChallengeResponses.USERNAME,
            request.ChallengeResponses.SOFTWARE_TOKEN_MFA_CODE,
          );
        case 'WEB_AUTHN':
          return signIn(
            await byPasskey.verify(
              request.Session,
              request.ChallengeResponses.USERNAME,
              request.ChallengeResponses.CREDENTIAL,
            ),
          );
      }
    }),

    GetTokensFromRefreshToken: operation(getTokensFromRefreshToken, ({ RefreshToken }) => ({
      answer: { AuthenticationResult: sessions.refresh(RefreshToken) },
    })),

    GlobalSignOut: operation(globalSignOut, ({ AccessToken }) => {
      const account = sessions.accountOf(AccessToken, invalidAccessToken);
      pool.save({ ...account, sessions: [] });
      return { answer: {} };
    }),

    RevokeToken: operation(revokeToken, ({ Token }) => {
      sessions.revoke(Token);
      return { answer: {} };
    }),
  };
}

function deleteExpired(waiting: Map<string, { expiresAtMs: number }>): void {
  for (const [key, { expiresAtMs }] of waiting) {
    if (expiresAtMs <= Date.now()) waiting.delete(key);
  }
}

/** For an unknown address: the same user id and salt each time, like a real user, and a random password. */
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
