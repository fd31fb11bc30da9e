import type { DeliveryCounts, PauseReason } from '../../../contract/records/mailing.ts';
import { pauseLimits } from '../../../contract/rules/mailing-rules.ts';

const nothing: DeliveryCounts = { sent: 0, bounced: 0, complained: 0 };

/** Returns why a mailing must pause; undefined if it may continue. Counts only emails since it was last resumed. */
export function pauseReasonOf(
  counts: DeliveryCounts,
  since: DeliveryCounts = nothing,
): Extract<PauseReason, 'bounces' | 'complaints'> | undefined {
  const { afterSent, bouncedShare, complainedShare } = pauseLimits;
  const sent = counts.sent - since.sent;
  if (sent < afterSent) return undefined;
  if (counts.bounced - since.bounced > bouncedShare * sent) return 'bounces';
  if (counts.complained - since.complained > complainedShare * sent) return 'complaints';
  return undefined;
}
