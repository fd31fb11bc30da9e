import * as events from '../../contract/events/events.ts';
import { emailChangeWarning } from '../domain/mail/account-notices.ts';
import { securityNotice } from '../domain/mail/security-notices.ts';
import { consume } from '../platform/consume.ts';
import type { Dependencies } from './compose.ts';

export const sendSecurityNotice = ({ siteUrl, send }: Dependencies) =>
  consume(events.securityChanged, async ({ userId, change, email, idempotencyKey }, context) => {
    const mail = securityNotice(change, siteUrl);
    await send({ idempotencyKey, to: email, mail, logUnder: { userId } }, context);
  });

/** Warns the address in the event, because the account may have the new one by now. */
export const warnOldAddress = ({ siteUrl, send }: Dependencies) =>
  consume(events.emailChangeRequested, async ({ userId, requestId, email }, context) => {
    const idempotencyKey = `emailChange#${requestId}`;
    const mail = emailChangeWarning(siteUrl);
    await send({ idempotencyKey, to: email, mail, logUnder: { userId } }, context);
  });
