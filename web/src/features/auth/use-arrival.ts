import { useEffect, useState } from 'react';
import { useNavigate } from 'react-router-dom';
import { endFactorCheck, isFactorCheckDue } from '../../lib/factor-check.ts';
import { loadIdentityProvider } from '../../lib/load-identity-provider.ts';
import { logQuietly } from '../../lib/log-quietly.ts';
import { reviewSecurity } from '../../lib/review-security.ts';
import { currentSession } from '../../lib/session.ts';
import { defaultPath } from './return-path.ts';
import { subscribeAsChosen } from './subscribe-as-chosen.ts';
import type { KeptMemory } from './use-auth-memory.ts';
import type { AuthPlace } from './use-auth-place.ts';

const redirectDelayMs = 500;

interface Arrival {
  to: string;
  /** Router state for the page at `to`. */
  state: { notice: string | undefined; wantedPage: string };
}

/** Continues after a sign-in. */
export function useArrival(
  { step, next, goTo }: AuthPlace,
  { knownCredentials, memory, forget }: KeptMemory,
) {
  const navigate = useNavigate();
  const [arrival, setArrival] = useState<Arrival | null>(null);
  useEffect(() => {
    if (!arrival) return;
    const { to, state } = arrival;
    const timer = setTimeout(() => navigate(to, { replace: true, state }), redirectDelayMs);
    return () => clearTimeout(timer);
  }, [arrival, navigate]);

  /**
   * Opens the page that required the sign-in, or the page that shows the notice. After a reset of the
   * password or a recovery, opens the page that asks about passkeys and the authenticator app.
   */
  async function arrive(notice?: string): Promise<void> {
    reviewSecurity();
    subscribeAsChosen(knownCredentials.current);
    forget();
    if (step === 'new-email' || next === 'new-email') return goTo('new-email', { replace: true });
    const wanted = notice ? defaultPath : memory.returnTo;
    const to = (await needsFactorCheck()) ? '/account?tab=security' : wanted;
    setArrival({ to, state: { notice, wantedPage: wanted } });
  }

  return { isIn: arrival !== null, arrive };
}

/** Ends the check if the account has neither a passkey nor an app. */
async function needsFactorCheck(): Promise<boolean> {
  if (!isFactorCheckDue(currentSession()?.email)) return false;
  try {
    const { hasSecondFactor, listPasskeys } = await loadIdentityProvider();
    const [hasApp, passkeys] = await Promise.all([hasSecondFactor(), listPasskeys()]);
    if (hasApp || passkeys.length > 0) return true;
    endFactorCheck();
    return false;
  } catch (cause) {
    logQuietly('The passkeys and the authenticator app are unknown', cause);
    return true;
  }
}
