import { events } from '../../contract/events.ts';
import { licenseNotice } from '../mail/license-notices.ts';
import { licenseReceipt } from '../mail/license-receipt.ts';
import { mailOnce } from '../mail/mail-once.ts';
import { orderStore } from '../orders/order-store.ts';
import { dynamodb } from '../platform/aws.ts';
import { readConfig, resourceName } from '../platform/config.ts';
import { consume } from '../platform/consume.ts';
import { userStore } from '../users/user-store.ts';

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
  events.licenseChanged,
  async ({ userId, orderId, change, changeId }, context) => {
    const [user, order] = await Promise.all([users.find(userId), orders.find(orderId)]);
    // Whoever has deleted the account in between gets no more mail.
    if (!user || !order) return;
    const { email } = user;
    const mail =
      change === 'granted'
        ? licenseReceipt({ order, email, siteUrl: SITE_URL })
        : licenseNotice(change, { order, siteUrl: SITE_URL });
    await send({ occasion: `license#${orderId}#${changeId}`, to: email, mail }, context);
  },
);
