import { randomBytes } from 'node:crypto';
import type { Account } from './account.ts';
import { CognitoError, notAuthorized, wrongCredentials } from './cognito-error.ts';
import type { Outcome, PoolContext } from './operation.ts';
import { challengeMs, describeSignIn, passkeysOf, verifySignature } from './passkeys.ts';

/**
 * The part of the flow `USER_AUTH` that signs in with a passkey. It offers the password to people
 * without a passkey and to unknown addresses.
 */
export function passkeySignIn({ pool, passkeys: settings }: PoolContext) {
  /** The pending sign-ins by session. */
  const begun = new Map<string, { username: string; challenge: string; expiresAtMs: number }>();

  const canUsePasskey = (account: Account) =>
    settings !== undefined &&
    passkeysOf(account).length > 0 &&
    (!account.mfa || (settings.isMultiFactor && account.isPasskeyMultiFactor === true));

  return {
    async begin(usernameOrEmail: string): Promise<Outcome> {
      const account = pool.find(usernameOrEmail);
      const session = randomBytes(64).toString('base64url');
      if (!settings || !account || !canUsePasskey(account)) {
        return {
          answer: {
            ChallengeName: 'SELECT_CHALLENGE',
            AvailableChallenges: ['PASSWORD_SRP', 'PASSWORD'],
            ChallengeParameters: {},
            Session: session,
          },
        };
      }
      for (const [key, { expiresAtMs }] of begun) if (expiresAtMs <= Date.now()) begun.delete(key);
      const options = await describeSignIn(settings, account);
      const expiresAtMs = Date.now() + challengeMs;
      begun.set(session, { username: account.Username, challenge: options.challenge, expiresAtMs });
      return {
        answer: {
          ChallengeName: 'WEB_AUTHN',
          ChallengeParameters: { CREDENTIAL_REQUEST_OPTIONS: JSON.stringify(options) },
          Session: session,
        },
      };
    },

    /**
     * Each challenge can be answered once.
     * @param credential JSON
     * @returns the account with the passkey's new counter
     */
    async verify(session: string, username: string, credential: string): Promise<Account> {
      const asked = begun.get(session);
      begun.delete(session);
      const found = asked && pool.find(asked.username);
      if (!settings || !found || pool.find(username) !== found)
        throw notAuthorized('Invalid session for the user.');
      if (asked.expiresAtMs <= Date.now()) {
        throw notAuthorized('Invalid session for the user, session is expired.');
      }
      const used = await verifySignature(settings, found, asked.challenge, parseJson(credential)).catch(
        (error) => {
          // AWS documents errors for an invalid credential at a registration, but none at a sign-in.
          throw error instanceof CognitoError ? wrongCredentials() : error;
        },
      );
      // Other requests may have changed the account during the verification.
      const account = pool.find(asked.username);
      if (!account) throw wrongCredentials();
      const current = passkeysOf(account).find(({ id }) => id === used.id);
      const isBehind = current && used.counter > 0 && current.counter >= used.counter;
      if (!current || isBehind || !canUsePasskey(account)) throw wrongCredentials();
      const passkeys = passkeysOf(account).map((passkey) => (passkey.id === used.id ? used : passkey));
      return { ...account, passkeys };
    },
  };
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
