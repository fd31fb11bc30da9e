import { events } from '../../../contract/events/events.ts';
import { contractPapers } from '../../../publishing/contracts/contract-papers.ts';
import { licenseReceipt } from '../../domain/mail/license-receipt.ts';
import { mailOnce } from '../../domain/mail/mail-once.ts';
import { givesLicense } from '../../domain/orders/advance-order.ts';
import { orderStore } from '../../domain/orders/order-store.ts';
import { userStore } from '../../domain/users/user-store.ts';
import { dynamodb } from '../../platform/aws.ts';
import { readConfig, resourceName } from '../../platform/config.ts';
import { consume } from '../../platform/consume.ts';

const { ORDERS_TABLE, SITE_URL, USERS_TABLE } = readConfig({
  ORDERS_TABLE: resourceName,
  SITE_URL: resourceName,
  USERS_TABLE: resourceName,
});
const client = dynamodb();
const orders = orderStore(client, ORDERS_TABLE);
const users = userStore(client, USERS_TABLE);
const send = mailOnce();

export const handler = consume(
  events.licenseIssued,
  async ({ orderId, userId, requestId = 'issued' }, context) => {
    const [order, user] = await Promise.all([orders.find(orderId), users.find(userId)]);
    // A buyer who meanwhile deleted the account gets no more email. A revoked license has its own email.
    if (!order?.licenseFile || !givesLicense(order) || !user) return;
    const { licenseFile, amountInCents, termsVersion } = order;
    const isPaid = amountInCents > 0;
    const papers = isPaid && termsVersion ? contractPapers(termsVersion, SITE_URL) : undefined;
    const mail = licenseReceipt({ order, licenseFile, papers, email: user.email, siteUrl: SITE_URL });
    await send({ idempotencyKey: `license#${orderId}#${requestId}`, to: user.email, mail }, context);
  },
);
