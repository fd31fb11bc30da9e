import * as events from '../../contract/events/events.ts';
import { orderTerms } from '../../publishing/order-terms/order-terms.ts';
import { licenseEmail } from '../domain/mail/license-email.ts';
import { givesLicense } from '../domain/orders/advance-order.ts';
import { isHeldByOther } from '../domain/orders/order-holder.ts';
import { giftOf } from '../domain/orders/public-order.ts';
import { consume } from '../platform/consume.ts';
import type { Dependencies } from './compose.ts';

/** The key of an email about a new file, which nobody requested. */
const keyOf = (issue: number | undefined) => (issue ? `reissued${issue}` : 'issued');

export const sendLicenseEmail = ({ siteUrl, orders, send, users }: Dependencies) =>
  consume(events.licenseIssued, async ({ orderId, userId, requestId, issue }, context) => {
    const [order, user] = await Promise.all([orders.find(orderId), users.find(userId)]);
    // A buyer who has deleted the account gets no more email. A revoked license has its own email.
    if (!order?.licenseFile || !givesLicense(order) || !user) return;
    // The event is late: the license has another file since, which has its own email.
    if (order.userId !== userId || (!requestId && issue !== order.reissues?.count)) return;
    const { licenseFile } = order;
    // A holder who did not buy it sees nothing about the payment.
    const visible = isHeldByOther(order) ? giftOf(order) : order;
    const { amountInCents, termsVersion } = visible;
    const terms = amountInCents > 0 ? orderTerms(termsVersion, siteUrl) : undefined;
    const mail = licenseEmail({
      order: visible,
      licenseFile,
      terms,
      email: user.email,
      siteUrl,
      isResent: requestId !== undefined,
    });
    const idempotencyKey = `license#${orderId}#${requestId ?? keyOf(issue)}`;
    await send({ idempotencyKey, to: user.email, mail, logUnder: { userId } }, context);
  });
