import type { DeskReset } from '../../../contract/records/desk-today.ts';
import { factorResetDays } from '../../../contract/rules/recovery-codes.ts';
import { secondsPerDay } from '../../../contract/rules/retention.ts';
import type { Sending } from '../mail/send-logged.ts';
import { resetDueForTeam } from '../mail/team-mail.ts';
import { resetDueAt, resetExpiresAt } from './factor-reset.ts';
import type { SecurityStore } from './security-store.ts';

interface WaitingReset extends DeskReset {
  /** Whether the waiting period is over. */
  isDue: boolean;
}

/** The requests to turn off a second factor that have not expired and were not canceled, oldest first. */
export async function waitingResets(
  security: Pick<SecurityStore, 'resetsAfter'>,
  now: Date,
): Promise<WaitingReset[]> {
  const oldest = new Date(now.getTime() - factorResetDays * secondsPerDay * 1000);
  return (await security.resetsAfter(oldest))
    .filter(({ factorReset }) => factorReset.outcome !== 'canceled' && now < resetExpiresAt(factorReset))
    .map(({ userId, email, factorReset }) => ({
      userId,
      email,
      dueAt: resetDueAt(factorReset).toISOString(),
      expiresAt: resetExpiresAt(factorReset).toISOString(),
      isDue: now >= resetDueAt(factorReset),
    }));
}

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
