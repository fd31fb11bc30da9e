import { callApi } from '../../lib/call-api.ts';
import { logQuietly } from '../../lib/log-quietly.ts';
import { currentSession } from '../../lib/session.ts';
import type { Credentials } from './credentials-form.tsx';

/** Subscribes the person to the groups that they chose when they registered in this tab. */
export function subscribeAsChosen(registered: Credentials | null): void {
  const { email, mailGroups = [] } = registered ?? {};
  // Another person may have signed in since.
  if (mailGroups.length === 0 || email?.toLowerCase() !== currentSession()?.email.toLowerCase()) return;
  const subscribe = async () => {
    for (const group of mailGroups) await callApi('updateMe', { mailGroup: { group, wantsMail: true } });
  };
  subscribe().catch((cause: unknown) => logQuietly('The chosen emails are not stored', cause));
}
