import * as deskMailingOperations from '../../../contract/operations/desk-mailing-operations.ts';
import { subscriberStore } from '../../domain/mailings/subscriber-store.ts';
import { dynamodb } from '../../platform/aws/dynamodb.ts';
import { readConfig, resourceName } from '../../platform/config.ts';
import { serveDesk } from '../../wiring/serve-desk.ts';

const { USERS_TABLE } = readConfig({ USERS_TABLE: resourceName });
const subscribers = subscriberStore(dynamodb(), USERS_TABLE);

export const deskCountRecipients = serveDesk(
  deskMailingOperations.deskCountRecipients,
  async ({ data: { group } }) => ({
    count: await subscribers.count(group),
  }),
);
