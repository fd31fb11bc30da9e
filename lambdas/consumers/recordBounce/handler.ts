import { events } from '../../../contract/events/events.ts';
import { isWithheld } from '../../domain/mail/is-withheld.ts';
import { consume } from '../../platform/consume.ts';
import { count } from '../../platform/count.ts';
import { logger } from '../../platform/logger.ts';

/**
 * After a permanent bounce, SES withholds further emails to the address by itself. This logs and counts it, so that the team finds an email
 * that did not arrive. A temporary bounce is only logged, because the next email may arrive.
 */
export const handler = consume(events.mailBounced, async ({ mail: { messageId }, bounce }) => {
  const { bounceType, bounceSubType } = bounce;
  logger.warn('an email did not arrive', { messageId, bounceType, bounceSubType });
  if (isWithheld(bounceSubType)) count('MailsWithheld', { messageId });
  else if (bounceType === 'Permanent') count('MailsBounced', { messageId });
});
