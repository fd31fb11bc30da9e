import * as events from '../../../contract/events/events.ts';
import { contractPapers } from '../../../publishing/contracts/contract-papers.ts';
import { licenseEmail } from '../../domain/mail/license-email.ts';
import { givesLicense } from '../../domain/orders/advance-order.ts';
import { orderStore } from '../../domain/orders/order-store.ts';
import { userStore } from '../../domain/users/user-store.ts';
import { dynamodb } from '../../platform/aws/dynamodb.ts';
import { readConfig, resourceName } from '../../platform/config.ts';
import { consume } from '../../platform/consume.ts';
import { mailOnce } from '../../wiring/mail-once-wiring.ts';

const { ORDERS_TABLE, SITE_URL, USERS_TABLE } = readConfig({
  ORDERS_TABLE: resourceName,
  SITE_URL: resourceName,
  USERS_TABLE: resourceName,
});
const client = dynamodb();
const orders = orderStore(client, ORDERS_TABLE);
const users = userStore(client, USERS_TABLE);
const send = mailOnce(() => new Date());
/** The event of a new license has no request. */
const firstRequest = 'issued';

export const sendLicenseEmail = consume(
  events.licenseIssued,
  async ({ orderId, userId, requestId = firstRequest }, context) => {
    const [order, user] = await Promise.all([orders.find(orderId), users.find(userId)]);
    // A buyer who has deleted the account gets no more email. A revoked license has its own email.
    if (!order?.licenseFile || !givesLicense(order) || !user) return;
    const { licenseFile, amountInCents, termsVersion } = order;
    const papers = amountInCents > 0 ? contractPapers(termsVersion, SITE_URL) : undefined;
    const isResent = requestId !== firstRequest;
    const mail = licenseEmail({
      order,
      licenseFile,
      papers,
      email: user.email,
      siteUrl: SITE_URL,
      isResent,
    });
    const idempotencyKey = `license#${orderId}#${requestId}`;
    await send({ idempotencyKey, to: user.email, mail, logUnder: { userId } }, context);
  },
);
