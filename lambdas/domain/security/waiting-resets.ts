import type { DeskReset } from '../../../contract/records/desk-today.ts';
import { factorResetDays } from '../../../contract/rules/recovery-codes.ts';
import { secondsPerDay } from '../../../contract/rules/retention.ts';
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
