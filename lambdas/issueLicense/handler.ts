import type { DetailOf } from '../../contract/events/detail-of.ts';
import * as events from '../../contract/events/events.ts';
import { queueMessages } from '../../contract/events/queue-messages.ts';
import { issueLicense } from '../domain/licenses/issue-license.ts';
import { kmsSigner } from '../domain/licenses/kms-keys.ts';
import { orderStore } from '../domain/orders/order-store.ts';
import { userStore } from '../domain/users/user-store.ts';
import { dynamodb } from '../platform/aws/dynamodb.ts';
import { eventBridge } from '../platform/aws/event-bridge.ts';
import { kms } from '../platform/aws/kms.ts';
import { readConfig, resourceName } from '../platform/config.ts';
import { consume } from '../platform/consume.ts';
import { publishEvent } from '../platform/publish-event.ts';

const { EVENT_BUS, LICENSE_ISSUER, LICENSE_SIGNING_KEY_ID, ORDERS_TABLE, USERS_TABLE } = readConfig({
  EVENT_BUS: resourceName,
  LICENSE_ISSUER: resourceName,
  LICENSE_SIGNING_KEY_ID: resourceName,
  ORDERS_TABLE: resourceName,
  USERS_TABLE: resourceName,
});
const client = dynamodb();
const bus = { connect: eventBridge(), name: EVENT_BUS };
const dependencies = {
  siteName: LICENSE_ISSUER,
  orders: orderStore(client, ORDERS_TABLE),
  users: userStore(client, USERS_TABLE),
  signer: kmsSigner(kms(), LICENSE_SIGNING_KEY_ID),
  publishLicenseIssued: (license: DetailOf<'licenseIssued'>) =>
    publishEvent(bus, events.licenseIssued, license),
  now: () => new Date(),
};

export const handler = consume(queueMessages.issueLicense, ({ orderId }) =>
  issueLicense(dependencies, orderId),
);
