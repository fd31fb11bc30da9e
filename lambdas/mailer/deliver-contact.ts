import * as events from '../../contract/events/events.ts';
import { acknowledgmentKey } from '../domain/mail/send-logged.ts';
import { contactAcknowledgment, contactForTeam } from '../domain/mail/team-mail.ts';
import { consume } from '../platform/consume.ts';
import type { Dependencies } from './compose.ts';

export const deliverContact = ({ siteUrl, teamAddress, send }: Dependencies) =>
  consume(events.contactSubmitted, async ({ messageId, submittedAt, ...message }, context) => {
    const toTeam = { to: teamAddress, replyTo: message.email, mail: contactForTeam(message) };
    await send({ idempotencyKey: `contact#${messageId}`, ...toTeam, logUnder: 'nobody' }, context);
    const idempotencyKey = acknowledgmentKey('contactAcknowledgment', message.email, new Date(submittedAt));
    const acknowledgment = { to: message.email, mail: contactAcknowledgment(siteUrl) };
    await send({ idempotencyKey, ...acknowledgment, logUnder: 'address' }, context);
  });
