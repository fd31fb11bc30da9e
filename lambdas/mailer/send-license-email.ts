import * as events from '../../contract/events/events.ts';
import { orderTerms } from '../../publishing/order-terms/order-terms.ts';
import { licenseEmail } from '../domain/mail/license-email.ts';
import { givesLicense } from '../domain/orders/advance-order.ts';
import { consume } from '../platform/consume.ts';
import type { Dependencies } from './compose.ts';

/** The event of a new license has no request. */
const firstRequest = 'issued';

export const sendLicenseEmail = ({ siteUrl, orders, send, users }: Dependencies) =>
  consume(events.licenseIssued, async ({ orderId, userId, requestId = firstRequest }, context) => {
    const [order, user] = await Promise.all([orders.find(orderId), users.find(userId)]);
    // A buyer who has deleted the account gets no more email. A revoked license has its own email.
    if (!order?.licenseFile || !givesLicense(order) || !user) return;
    const { licenseFile, amountInCents, termsVersion } = order;
    const terms = amountInCents > 0 ? orderTerms(termsVersion, siteUrl) : undefined;
    const isResent = requestId !== firstRequest;
    const mail = licenseEmail({
      order,
      licenseFile,
      terms,
      email: user.email,
      siteUrl,
      isResent,
    });
    const idempotencyKey = `license#${orderId}#${requestId}`;
    await send({ idempotencyKey, to: user.email, mail, logUnder: { userId } }, context);
  });
