import * as events from '../../../contract/events/events.ts';
import { emailChangeWarning } from '../../domain/mail/account-notices.ts';
import { readConfig, resourceName } from '../../platform/config.ts';
import { consume } from '../../platform/consume.ts';
import { mailOnce } from '../../wiring/mail-once-wiring.ts';

const { SITE_URL } = readConfig({ SITE_URL: resourceName });
const send = mailOnce(() => new Date());

/** Warns the address in the event, because the account may have the new one by now. */
export const warnOldAddress = consume(
  events.emailChangeRequested,
  async ({ userId, requestId, email }, context) => {
    const idempotencyKey = `emailChange#${requestId}`;
    const mail = emailChangeWarning(SITE_URL);
    await send({ idempotencyKey, to: email, mail, logUnder: { userId } }, context);
  },
);
