import * as events from '../../contract/events/events.ts';
import { rolloutLimit } from '../../settings.ts';
import { rolloutHalted } from '../domain/mail/team-mail.ts';
import { haltFailingRollouts } from '../domain/releases/halt-failing-rollouts.ts';
import { consume } from '../platform/consume.ts';
import { logger } from '../platform/logger.ts';
import type { Dependencies } from './compose.ts';

/** The change of a manifest is an event, with which `publishUploaded` withholds the version from updaters. */
export const haltRollouts = (dependencies: Dependencies) =>
  consume(events.rolloutsDue, async (_detail, context) => {
    const { releases, send, siteUrl, teamAddress } = dependencies;
    const { record } = await releases.liveRecord();
    for (const failing of await haltFailingRollouts(
      { ...dependencies, limit: rolloutLimit },
      record,
      new Date(),
    )) {
      const { version, haltedAt } = failing;
      logger.warn('halted the rollout', { version });
      const idempotencyKey = `rolloutHalted#${version}#${haltedAt}`;
      const mail = rolloutHalted(failing, siteUrl);
      await send({ idempotencyKey, to: teamAddress, mail, logUnder: 'nobody' }, context);
    }
  });
