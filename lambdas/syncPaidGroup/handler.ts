import { queueMessages } from '../../contract/events/queue-messages.ts';
import { paidGroup, syncPaidGroup } from '../domain/users/paid-group.ts';
import { userStore } from '../domain/users/user-store.ts';
import { cognito } from '../platform/aws/cognito.ts';
import { dynamodb } from '../platform/aws/dynamodb.ts';
import { readConfig, resourceName } from '../platform/config.ts';
import { consume } from '../platform/consume.ts';

const { USERS_TABLE, USER_POOL_ID } = readConfig({ USERS_TABLE: resourceName, USER_POOL_ID: resourceName });
const users = userStore(dynamodb(), USERS_TABLE);
const group = paidGroup(cognito(), USER_POOL_ID);

export const handler = consume(queueMessages.syncPaidGroup, ({ userId }) =>
  syncPaidGroup({ users, group }, userId),
);
