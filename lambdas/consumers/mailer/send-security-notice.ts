import * as events from '../../../contract/events/events.ts';
import { securityNotice } from '../../domain/mail/security-notices.ts';
import { readConfig, resourceName } from '../../platform/config.ts';
import { consume } from '../../platform/consume.ts';
import { mailOnce } from '../../wiring/mail-once-wiring.ts';

const { SITE_URL } = readConfig({ SITE_URL: resourceName });
const send = mailOnce(() => new Date());

export const sendSecurityNotice = consume(
  events.securityChanged,
  async ({ userId, change, email, idempotencyKey }, context) => {
    const mail = securityNotice(change, SITE_URL);
    await send({ idempotencyKey, to: email, mail, logUnder: { userId } }, context);
  },
);
