import { events } from '../../../contract/events/events.ts';
import { isWithheld } from '../../domain/mail/is-withheld.ts';
import { consume } from '../../platform/consume.ts';
import { count } from '../../platform/count.ts';
import { logger } from '../../platform/logger.ts';

/**
 * After a bounce that is for good, SES sends nothing more to the address by itself. This leaves the trace by which the team finds the
 * mail that somebody waits for. One that is not for good is only noted: the next mail may arrive.
 */
export const handler = consume(events.mailBounced, async ({ mail: { messageId }, bounce }) => {
  const { bounceType, bounceSubType } = bounce;
  logger.warn('a mail did not arrive', { messageId, bounceType, bounceSubType });
  if (isWithheld(bounceSubType)) count('MailsWithheld', { messageId });
  else if (bounceType === 'Permanent') count('MailsBounced', { messageId });
});
