import * as events from '../../contract/events/events.ts';
import { mailingNotStarted } from '../domain/mail/team-mail.ts';
import { scheduleOfferMailing } from '../domain/mailings/draft-mailings.ts';
import { requireSendable } from '../domain/mailings/require-sendable.ts';
import { startDueMailings, startMailing } from '../domain/mailings/start-due-mailings.ts';
import { consume } from '../platform/consume.ts';
import { logger } from '../platform/logger.ts';
import type { Dependencies } from './compose.ts';

/** A scheduled mailing that cannot start does not fail the run, which would hold up all mailings behind it. */
export const startDue = (dependencies: Dependencies) =>
  consume(events.mailingsDue, async (_, context) => {
    const { bus, mailings, now, sendToTeam, teamAddress } = dependencies;
    await scheduleOfferMailing(mailings, now());
    await startDueMailings({
      ...dependencies,
      check: (mailing) => requireSendable(dependencies, mailing),
      start: (slug) => startMailing(bus, slug),
      async report({ slug, subject, updatedAt }, problem) {
        logger.warn('a scheduled mailing did not start', { slug });
        const idempotencyKey = `mailingNotStarted#${slug}#${updatedAt}`;
        const mail = mailingNotStarted(subject, problem);
        await sendToTeam({ idempotencyKey, to: teamAddress, mail, logUnder: 'nobody' }, context);
      },
    });
  });
