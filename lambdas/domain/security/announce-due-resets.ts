import type { Sending } from '../mail/send-logged.ts';
import { resetDueForTeam } from '../mail/team-mail.ts';
import type { SecurityStore } from './security-store.ts';
import { waitingResets } from './waiting-resets.ts';

interface AnnounceDependencies {
  security: Pick<SecurityStore, 'resetsAfter'>;
  /** Sends an email, at most once for each key. */
  send: (email: Sending) => Promise<void>;
  siteUrl: string;
  teamAddress: string;
}

/** Emails the team about each reset of a second factor whose waiting period is over. Safe to repeat: one email for each request. */
export async function announceDueResets(
  { security, send, siteUrl, teamAddress }: AnnounceDependencies,
  now: Date,
): Promise<void> {
  for (const { userId, email, dueAt, expiresAt, isDue } of await waitingResets(security, now)) {
    if (!isDue) continue;
    await send({
      idempotencyKey: `factorResetDue#${userId}#${dueAt}`,
      to: teamAddress,
      mail: resetDueForTeam({ email, expiresAt, url: `${siteUrl}/desk?person=${userId}` }),
      logUnder: 'nobody',
    });
  }
}
