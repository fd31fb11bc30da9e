import * as events from '../../contract/events/events.ts';
import { securityNotice } from '../domain/mail/security-notices.ts';
import { consume } from '../platform/consume.ts';
import type { Dependencies } from './compose.ts';

export const sendSecurityNotice = ({ siteUrl, send }: Dependencies) =>
  consume(events.securityChanged, async ({ userId, change, email, idempotencyKey }, context) => {
    const mail = securityNotice(change, siteUrl);
    await send({ idempotencyKey, to: email, mail, logUnder: { userId } }, context);
  });
