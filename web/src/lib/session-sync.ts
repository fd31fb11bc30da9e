import type { User } from '../../../contract/records/user.ts';
import { callApi } from './call-api.ts';
import { logQuietly } from './log-quietly.ts';
import { refreshGroups } from './refresh-groups.ts';
import { currentSession, type Session } from './session.ts';

const firstWaitMs = 1_000;
const waitGrowth = 1.5;
/** 75 seconds in total. A difference that lasts longer is intended. */
const maxAttempts = 10;

/**
 * Syncs the email address and the license between record and tokens: either can be ahead after a
 * change elsewhere or an interrupted one. Call the returned function with each response about the
 * record.
 */
export function createSessionSync(take: (user: User) => void): (user: User) => Promise<void> {
  let attempts = 0;
  let isBusy = false;
  let notBeforeMs = 0;
  let lastState = '';

  return async function compare(user) {
    const session = currentSession();
    if (!session) return;
    const state = `${user.email} ${user.subscription.status}`;
    if (state !== lastState) {
      lastState = state;
      attempts = 0;
      notBeforeMs = 0;
    }
    const hasSameAddress = user.email === session.email;
    if (hasSameAddress && hasSameLicense(user, session)) return;
    if (isBusy || attempts >= maxAttempts || Date.now() < notBeforeMs) return;

    isBusy = true;
    notBeforeMs = Date.now() + firstWaitMs * waitGrowth ** attempts;
    attempts += 1;
    try {
      if (!hasSameAddress) take(await callApi('syncEmail'));
      await refreshGroups();
    } catch (cause) {
      logQuietly('The tokens could not be renewed', cause);
    } finally {
      isBusy = false;
    }
  };
}

function hasSameLicense({ subscription }: User, { groups }: Session): boolean {
  return (subscription.status === 'active') === groups.includes('paid');
}
