import { AUTH_KEY_PREFIX } from 'aws-amplify/adapter-core';
import { type AuthTokens, fetchAuthSession } from 'aws-amplify/auth';
import { cognitoUserPoolsTokenProvider } from 'aws-amplify/auth/cognito';
import { signInDays } from '../../../contract/rules/retention.ts';
import { ask } from './identity-pool.ts';
import { logQuietly } from './log-quietly.ts';
import { currentSession, forgetSession, rememberSession } from './session.ts';

/*
 * Part of `identity-provider.ts`; import it only from there. The tokens that authenticate API
 * calls.
 */

const renewBeforeEndMs = 5 * 60 * 1000;

/**
 * The token for the API, null if signed out. Renews it from five minutes before it expires, or when
 * `forceRefresh` requests one with the current groups, and updates the session hint.
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
  const tokens = await fetchTokens();
  if (!tokens || msUntilRenewal(tokens) > 0) return tokens;
  return renewTokens().catch((cause: unknown) => {
    // In its last minutes, the current token still works.
    logQuietly('The sign-in could not be renewed', cause);
    return tokens;
  });
}

/** How far the user pool's clock is ahead of this device's clock, which may be wrong. */
let clockAheadMs = 0;

async function fetchTokens(options?: { forceRefresh: boolean }): Promise<AuthTokens | undefined> {
  const { tokens } = await ask(() => fetchAuthSession(options));
  // Amplify measured it when it received the tokens.
  const stored = await cognitoUserPoolsTokenProvider.authTokenStore.loadTokens();
  clockAheadMs = stored?.clockDrift || 0;
  return tokens;
}

let renewal: Promise<AuthTokens | undefined> | undefined;

/** Concurrent callers share one request to the user pool. */
function renewTokens(): Promise<AuthTokens | undefined> {
  if (renewal) return renewal;
  const wasSignedIn = currentSession() !== null;
  renewal = fetchTokens({ forceRefresh: true })
    .then((tokens) => {
      // The visitor signed out during the refresh, perhaps in another tab: the tokens just stored would sign
      // them in again.
      if (wasSignedIn && !currentSession()) {
        forgetTokens();
        return undefined;
      }
      return tokens;
    })
    .finally(() => {
      renewal = undefined;
    });
  return renewal;
}

let renewalTimer: ReturnType<typeof setTimeout> | undefined;

/** A visible page renews its tokens automatically; a hidden one does so with its next call. */
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
  const startMs =
    typeof signedInAtSeconds === 'number' ? signedInAtSeconds * 1000 - clockAheadMs : Date.now();
  return {
    ...(userId ? { userId } : {}),
    email: String(idToken?.payload.email ?? ''),
    groups: Array.isArray(groups) ? groups.map(String) : [],
    endsAtMs: startMs + signInDays * 24 * 60 * 60 * 1000,
  };
}

/** A failed sign-out also needs this, because Amplify may not have removed the tokens. */
export function forgetTokens(): void {
  clearTimeout(renewalTimer);
  forgetSession();
  removeStoredTokens();
}

/** Removes all tokens that Amplify has stored in this browser. */
export function removeStoredTokens(): void {
  try {
    for (const key of Object.keys(localStorage)) {
      if (key.startsWith(`${AUTH_KEY_PREFIX}.`)) localStorage.removeItem(key);
    }
  } catch {
    // Storage is blocked, so it is empty.
  }
}
