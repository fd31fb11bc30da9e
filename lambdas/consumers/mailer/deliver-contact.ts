import * as events from '../../../contract/events/events.ts';
import { acknowledgmentKey } from '../../domain/mail/acknowledgment-key.ts';
import { contactAcknowledgment, contactForTeam } from '../../domain/mail/team-mail.ts';
import { readConfig, resourceName } from '../../platform/config.ts';
import { consume } from '../../platform/consume.ts';
import { mailOnce } from '../../wiring/mail-once-wiring.ts';

const { SITE_URL, TEAM_ADDRESS } = readConfig({ SITE_URL: resourceName, TEAM_ADDRESS: resourceName });
const send = mailOnce(() => new Date());

export const deliverContact = consume(
  events.contactSubmitted,
  async ({ messageId, submittedAt, ...letter }, context) => {
    const toTeam = { to: TEAM_ADDRESS, replyTo: letter.email, mail: contactForTeam(letter) };
    await send({ idempotencyKey: `contact#${messageId}`, ...toTeam, logUnder: 'nobody' }, context);
    const idempotencyKey = acknowledgmentKey('contactAcknowledgment', letter.email, new Date(submittedAt));
    const acknowledgment = { to: letter.email, mail: contactAcknowledgment(SITE_URL) };
    await send({ idempotencyKey, ...acknowledgment, logUnder: 'address' }, context);
  },
);
