import { useEffect, useState } from 'react';
import { useNavigate } from 'react-router-dom';
import { unconfirmedHours } from '../../../../contract/rules/retention.ts';
import { callApi } from '../../lib/call-api.ts';
import { endFactorCheck, isFactorCheckDue } from '../../lib/factor-check.ts';
import { loadIdentityProvider } from '../../lib/load-identity-provider.ts';
import { logQuietly } from '../../lib/log-quietly.ts';
import { reviewSecurity } from '../../lib/review-security.ts';
import { currentSession } from '../../lib/session.ts';
import type { KeptMemory, MailChoice } from './auth-memory.ts';
import { defaultPath } from './return-path.ts';
import type { AuthPlace } from './use-auth-place.ts';

const redirectDelayMs = 500;

const notSubscribed =
  'Not all emails that you chose when you registered could be turned on. Turn them on here.';

interface Arrival {
  to: string;
  /** Router state for the page at `to`. */
  state: { notice: string | undefined; wantedPage: string };
}

/** Continues after a sign-in. */
export function useArrival({ step, next, goTo }: AuthPlace, { latestMemory, forget }: KeptMemory) {
  const navigate = useNavigate();
  const [isIn, setIsIn] = useState(false);
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
   * @param options.isElsewhere another tab signed in, and has compared the security of the account
   */
  async function arrive(notice?: string, { isElsewhere = false } = {}): Promise<void> {
    if (!isElsewhere) reviewSecurity();
    const { mailChoice, returnTo } = latestMemory.current;
    const subscribing = subscribeAsChosen(mailChoice);
    forget();
    if (step === 'new-email' || next === 'new-email') return goTo('new-email', { replace: true });
    setIsIn(true);
    const wantedPage = notice ? defaultPath : returnTo;
    const [isSubscribed, isCheckDue] = await Promise.all([subscribing, needsFactorCheck()]);
    if (isCheckDue) setArrival({ to: '/account?tab=security', state: { notice, wantedPage } });
    else if (isSubscribed) setArrival({ to: wantedPage, state: { notice, wantedPage } });
    else setArrival({ to: '/preferences', state: { notice: notSubscribed, wantedPage } });
  }

  return { isIn, arrive };
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

/**
 * A registration that is not confirmed ends then. Without this limit, a tab that the browser restores later would undo an unsubscription.
 */
const validMs = unconfirmedHours * 60 * 60 * 1000;

/** How long the sign-in waits for the requests. */
const patienceMs = 2_000;

/**
 * Subscribes the person to the groups that they chose when they registered.
 * @returns false if it fails before the sign-in continues, so that the person can choose them again. A slow request continues in the background.
 */
export async function subscribeAsChosen(choice: MailChoice | null): Promise<boolean> {
  if (!choice || Date.now() - choice.chosenAtMs > validMs) return true;
  // Another person may have signed in since.
  if (choice.email.toLowerCase() !== currentSession()?.email.toLowerCase()) return true;
  const tooLate = new Promise<true>((resolve) => setTimeout(resolve, patienceMs, true));
  return Promise.race([subscribe(choice), tooLate]);
}

async function subscribe({ mailGroups }: MailChoice): Promise<boolean> {
  try {
    for (const group of mailGroups) await callApi('updateMe', { mailGroup: { group, wantsMail: true } });
    return true;
  } catch (cause) {
    logQuietly('The chosen emails are not stored', cause);
    return false;
  }
}
