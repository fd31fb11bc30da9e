import * as events from '../../contract/events/events.ts';
import { describeRollout } from '../../contract/rules/rollout-shares.ts';
import { rolloutHalted } from '../domain/mail/team-mail.ts';
import { haltFailingRollouts } from '../domain/releases/halt-failing-rollouts.ts';
import { consume } from '../platform/consume.ts';
import { logger } from '../platform/logger.ts';
import { requestId } from '../platform/request-id.ts';
import type { Dependencies } from './compose.ts';

/** The change of a manifest is an event, with which `publishUploaded` withholds the version from updaters. */
export const haltRollouts = (dependencies: Dependencies) =>
  consume(events.rolloutsDue, async (_detail, context) => {
    const { audit, now, releases, send, siteUrl, teamAddress } = dependencies;
    const { record } = await releases.liveRecord();
    for (const failing of await haltFailingRollouts(dependencies, record, now())) {
      const { version, share, haltedAt, reason } = failing;
      const isNew = await audit.add({
        auditId: `haltRollout#${version}#${haltedAt}`,
        at: haltedAt,
        actorId: 'publishRelease',
        action: 'haltRollout',
        outcome: 'done',
        version,
        reason,
        requestId: requestId() ?? '',
        before: describeRollout({ share }),
        after: describeRollout({ share, haltedAt }),
      });
      if (isNew) logger.warn('halted the rollout', { version });
      const idempotencyKey = `rolloutHalted#${version}#${haltedAt}`;
      const mail = rolloutHalted(failing, siteUrl);
      await send({ idempotencyKey, to: teamAddress, mail, logUnder: 'nobody' }, context);
    }
  });
