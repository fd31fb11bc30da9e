import * as events from '../../contract/events/events.ts';
import { recordAction } from '../domain/desk/record-action.ts';
import { endDeskAccessWithoutApp } from '../domain/security/desk-access.ts';
import { consume } from '../platform/consume.ts';
import { describeError, logger } from '../platform/logger.ts';
import { recordMetric } from '../platform/record-metric.ts';
import { requestId } from '../platform/request-id.ts';
import type { Dependencies } from './compose.ts';

/** When an admin could not be checked or removed, the event is delivered again, and in the end alerts the team. */
export const sweepAdmins = ({ audit, now, pool, userPoolId }: Dependencies) =>
  consume(events.adminSweepDue, async (_detail, _context, eventId) => {
    let failures = 0;
    await endDeskAccessWithoutApp(pool, userPoolId, {
      async record(personId, remove) {
        const action = {
          // The same when the event is repeated.
          actionId: `${eventId}#${personId}`,
          actorId: 'sweepAccounts',
          action: 'removeFromTeam',
        } as const;
        await recordAction(
          { audit, now },
          { ...action, personId, requestId: requestId() ?? '' },
          async () => {
            // If the run ends after the removal, no later run finds this admin, so the alarm comes first.
            recordMetric('AdminsRemoved', { userId: personId });
            await remove();
            return undefined;
          },
        );
      },
      failed(error) {
        failures += 1;
        logger.error('could not check or remove an admin without an app', { error: describeError(error) });
      },
    });
    if (failures > 0)
      throw new Error(`could not check or remove ${failures} admins: the log has each reason`);
  });
