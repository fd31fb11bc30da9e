import * as events from '../../../contract/events/events.ts';
import { consume } from '../../platform/consume.ts';
import { count } from '../../platform/count.ts';
import { logger } from '../../platform/logger.ts';
import { reportRecording } from '../../wiring/report-recording.ts';

const { mailings, record } = reportRecording();

/** Pauses the mailing, because all of its emails have the same template. */
export const recordRenderingFailure = consume(events.mailNotRendered, async ({ mail }) => {
  const { messageId } = mail;
  const slug = await record(mail, { outcome: 'failed', reportedAt: new Date().toISOString() });
  logger.error('the email service could not render an email', { messageId });
  if (slug && (await mailings.write(mailings.pause(slug, 'text')))) count('MailingsPaused', { slug });
});
