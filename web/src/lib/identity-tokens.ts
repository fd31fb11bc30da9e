import { AUTH_KEY_PREFIX } from 'aws-amplify/adapter-core';
import { type AuthTokens, fetchAuthSession } from 'aws-amplify/auth';
import { signInDays } from '../../../contract/rules/retention.ts';
import { ask } from './identity-pool.ts';
import { logQuietly } from './log-quietly.ts';
import { currentSession, forgetSession, rememberSession } from './session.ts';

/* Part of `identity-provider.ts`, by which it is to be imported: what proves to the API who is signed in. */

const renewBeforeEndMs = 5 * 60 * 1000;

/**
 * The token for the API, null if nobody is signed in. Renews it from five minutes before it runs out, or when `forceRefresh` asks
 * for one that knows the groups of this moment, and keeps the session hint up to date.
 */
export async function accessToken({ forceRefresh = false } = {}): Promise<string | null> {
  const tokens = forceRefresh ? await renewTokens() : await currentTokens();
  if (!tokens) {
    forgetSession();
    return null;
  }
  rememberSession(sessionOfTokens(tokens));
  renewInTime(tokens);
  return tokens.accessToken.toString();
}

async function currentTokens(): Promise<AuthTokens | undefined> {
  const { tokens } = await ask(() => fetchAuthSession());
  if (!tokens || msUntilRenewal(tokens) > 0) return tokens;
  return renewTokens().catch((cause: unknown) => {
    // For its last minutes, the token at hand still works.
    logQuietly('The sign-in could not be renewed', cause);
    return tokens;
  });
}

let renewal: Promise<AuthTokens | undefined> | undefined;
/** How far the user pool's clock is ahead of the one here, which people may set as they like. */
let clockAheadMs = 0;

/** However many ask at once, the user pool is asked once. */
function renewTokens(): Promise<AuthTokens | undefined> {
  if (renewal) return renewal;
  const wasSignedIn = currentSession() !== null;
  renewal = ask(() => fetchAuthSession({ forceRefresh: true }))
    .then(({ tokens }) => {
      // Somebody signed out meanwhile, perhaps in another tab: what has just been stored would sign them in again.
      if (wasSignedIn && !currentSession()) {
        forgetTokens();
        return undefined;
      }
      const { iat } = tokens?.accessToken.payload ?? {};
      if (iat) clockAheadMs = iat * 1000 - Date.now();
      return tokens;
    })
    .finally(() => {
      renewal = undefined;
    });
  return renewal;
}

let renewalTimer: ReturnType<typeof setTimeout> | undefined;

/** A page that stays open renews its tokens by itself, unless nobody looks at it: then its next call does. */
function renewInTime(tokens: AuthTokens): void {
  clearTimeout(renewalTimer);
  const milliseconds = msUntilRenewal(tokens);
  if (milliseconds === Number.POSITIVE_INFINITY) return;
  renewalTimer = setTimeout(
    () => {
      if (document.hidden) return;
      accessToken().catch((cause: unknown) => logQuietly('The sign-in could not be renewed', cause));
    },
    Math.max(milliseconds, renewBeforeEndMs / 10),
  );
}

function msUntilRenewal({ accessToken, idToken }: AuthTokens): number {
  const endsAtSeconds = [accessToken, idToken].map((token) => token?.payload.exp ?? Number.POSITIVE_INFINITY);
  return Math.min(...endsAtSeconds) * 1000 - renewBeforeEndMs - (Date.now() + clockAheadMs);
}

function sessionOfTokens({ accessToken, idToken }: AuthTokens) {
  const { sub: userId, auth_time: signedInAtSeconds, 'cognito:groups': groups } = accessToken.payload;
  const startMs = typeof signedInAtSeconds === 'number' ? signedInAtSeconds * 1000 : Date.now();
  return {
    ...(userId ? { userId } : {}),
    email: String(idToken?.payload.email ?? ''),
    groups: Array.isArray(groups) ? groups.map(String) : [],
    endsAtMs: startMs + signInDays * 24 * 60 * 60 * 1000,
  };
}

/** Whatever became of the sign-out: Amplify may not have come to do it. */
export function forgetTokens(): void {
  clearTimeout(renewalTimer);
  forgetSession();
  try {
    for (const key of Object.keys(localStorage)) {
      if (key.startsWith(`${AUTH_KEY_PREFIX}.`)) localStorage.removeItem(key);
    }
  } catch {
    // Storage is blocked, and so nothing is in it.
  }
}
