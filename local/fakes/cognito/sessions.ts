import { createHash, randomBytes, randomUUID } from 'node:crypto';
import type { Account, Session } from './account.ts';
import { type CognitoError, invalidAccessToken, notAuthorized, userNotFound } from './cognito-error.ts';
import { readToken, type SigningKey, signToken } from './json-web-token.ts';
import { nowSeconds, type UserPool } from './user-pool.ts';

export interface SessionOptions {
  issuer: string;
  client: { id: string; accessTokenMinutes: number; idTokenMinutes: number; refreshTokenDays: number };
}

export interface AuthenticationResult {
  AccessToken: string;
  IdToken: string;
  TokenType: 'Bearer';
  ExpiresIn: number;
}

export type Sessions = ReturnType<typeof createSessions>;

const dayMs = 24 * 60 * 60 * 1000;

/** Issues, refreshes, revokes and verifies the tokens of sign-ins. */
export function createSessions(pool: UserPool, key: SigningKey, { issuer, client }: SessionOptions) {
  function issueTokens(account: Account, session: Session): AuthenticationResult {
    const { sub, email_verified, ...attributes } = account.attributes;
    const groups = pool.groupsOf(account);
    const now = nowSeconds();
    const shared = {
      sub,
      iss: issuer,
      origin_jti: session.originId,
      event_id: session.eventId,
      auth_time: session.signedInAtSeconds,
      iat: now,
      ...(groups.length > 0 && { 'cognito:groups': groups }),
    };
    return {
      AccessToken: signToken(key, {
        ...shared,
        token_use: 'access',
        client_id: session.serverClientId ?? client.id,
        scope: 'aws.cognito.signin.user.admin',
        username: account.Username,
        exp: now + client.accessTokenMinutes * 60,
        jti: randomUUID(),
      }),
      IdToken: signToken(key, {
        ...attributes,
        ...shared,
        token_use: 'id',
        aud: session.serverClientId ?? client.id,
        email_verified: email_verified === 'true',
        'cognito:username': account.Username,
        exp: now + client.idTokenMinutes * 60,
        jti: randomUUID(),
      }),
      TokenType: 'Bearer',
      ExpiresIn: client.accessTokenMinutes * 60,
    };
  }

  function findByRefreshToken(refreshToken: string): { account: Account; session: Session } | null {
    const hash = hashOf(refreshToken);
    for (const account of pool.list()) {
      const session = account.sessions.find(({ refreshTokenHash }) => refreshTokenHash === hash);
      if (session) return { account, session };
    }
    return null;
  }

  return {
    /** @param serverClientId the app client, if a function signs in */
    start(account: Account, serverClientId?: string): AuthenticationResult & { RefreshToken: string } {
      const refreshToken = randomBytes(48).toString('base64url');
      const session: Session = {
        refreshTokenHash: hashOf(refreshToken),
        originId: randomUUID(),
        eventId: randomUUID(),
        signedInAtSeconds: nowSeconds(),
        expiresAtMs: Date.now() + client.refreshTokenDays * dayMs,
        ...(serverClientId && { serverClientId }),
      };
      pool.save({ ...account, sessions: [...account.sessions.filter(isAlive), session] });
      return { ...issueTokens(account, session), RefreshToken: refreshToken };
    },

    refresh(refreshToken: string): AuthenticationResult {
      const found = findByRefreshToken(refreshToken);
      if (!found || found.session.serverClientId) throw notAuthorized('Refresh Token has been revoked');
      const { account, session } = found;
      if (!isAlive(session)) throw notAuthorized('Refresh Token has expired');
      return issueTokens(account, session);
    },

    /** Ignores an unknown token, like AWS. */
    revoke(refreshToken: string): void {
      const found = findByRefreshToken(refreshToken);
      if (!found) return;
      const sessions = found.account.sessions.filter((session) => session !== found.session);
      pool.save({ ...found.account, sessions });
    },

    /** @param ifDeleted creates the error for a deleted user: some operations have no UserNotFoundException */
    accountOf(accessToken: string, ifDeleted: () => CognitoError = userNotFound): Account {
      const claims = readToken(key, accessToken);
      if (claims?.token_use !== 'access' || claims.iss !== issuer || claims.client_id !== client.id) {
        throw invalidAccessToken();
      }
      if ((claims.exp as number) <= nowSeconds()) throw notAuthorized('Access Token has expired');
      const account = pool.find(claims.username as string);
      if (!account) throw ifDeleted();
      if (!account.sessions.some(({ originId }) => originId === claims.origin_jti)) {
        throw notAuthorized('Access Token has been revoked');
      }
      return account;
    },
  };
}

const hashOf = (refreshToken: string) => createHash('sha256').update(refreshToken).digest('hex');

const isAlive = ({ expiresAtMs }: Session) => expiresAtMs > Date.now();
