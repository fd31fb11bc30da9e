import { unconfirmedHours } from '../../../../contract/rules/retention.ts';
import { callApi } from '../../lib/call-api.ts';
import { logQuietly } from '../../lib/log-quietly.ts';
import { currentSession } from '../../lib/session.ts';
import type { MailChoice } from './auth-memory.ts';

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
