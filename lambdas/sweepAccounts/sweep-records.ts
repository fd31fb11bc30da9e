import * as events from '../../contract/events/events.ts';
import { type SweepObserver, sweepAccounts } from '../domain/accounts/sweep-accounts.ts';
import { consume } from '../platform/consume.ts';
import { describeError, logger } from '../platform/logger.ts';
import { recordMetric } from '../platform/record-metric.ts';
import type { Dependencies } from './compose.ts';

/** The time that is reserved at the end of a run, for the item in progress and the summary. */
const endMs = 60_000;
/** The time that is reserved for the other steps when there are many unconfirmed accounts. */
const restMs = 8 * 60_000;

export const sweepRecords = (dependencies: Dependencies) =>
  consume(events.accountSweepDue, async (options, context) => {
    const swept: Record<string, number> = {};
    let failures = 0;
    const observer: SweepObserver = {
      hasTime: () => context.getRemainingTimeInMillis() > endMs,
      hasTimeForUnconfirmed: () => context.getRemainingTimeInMillis() > restMs,
      swept(result) {
        swept[result] = (swept[result] ?? 0) + 1;
      },
      deletionsWithheld() {
        recordMetric('RecordsWithoutAccount');
        logger.error('withheld all deletions of this round: too many records have no account');
      },
      failed(error) {
        failures += 1;
        logger.error('could not sweep an item', { error: describeError(error) });
      },
    };
    const summary = await sweepAccounts(dependencies, observer, options);
    logger.info('swept the accounts', { ...summary, swept, failures });
  });
