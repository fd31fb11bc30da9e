import * as events from '../../../contract/events/events.ts';
import * as deskPersonOperations from '../../../contract/operations/desk-person-operations.ts';
import { auditStore } from '../../domain/desk/audit-store.ts';
import { checkDeletion } from '../../domain/desk/check-deletion.ts';
import { describeAction } from '../../domain/desk/describe-action.ts';
import { findAccountOf } from '../../domain/desk/find-account-of.ts';
import { recordAction } from '../../domain/desk/record-action.ts';
import { readGroups } from '../../domain/users/read-groups.ts';
import { cognito } from '../../platform/aws/cognito.ts';
import { dynamodb } from '../../platform/aws/dynamodb.ts';
import { eventBridge } from '../../platform/aws/event-bridge.ts';
import { readConfig, resourceName } from '../../platform/config.ts';
import { publishEvent } from '../../platform/publish-event.ts';
import { serveDesk } from '../../wiring/serve-desk.ts';

const { AUDIT_TABLE, EVENT_BUS, USER_POOL_ID } = readConfig({
  AUDIT_TABLE: resourceName,
  EVENT_BUS: resourceName,
  USER_POOL_ID: resourceName,
});
const audit = auditStore(dynamodb(), AUDIT_TABLE);
const pool = cognito();
const bus = eventBridge();

/** Starts the deletion. The event is retried until all of it is done; see `deleteAccount`. */
export const deskDeleteAccount = serveDesk(deskPersonOperations.deskDeleteAccount, async (call) => {
  const { userId, email } = await findAccountOf(pool, USER_POOL_ID, call.data.userId);
  checkDeletion({ email, groups: await readGroups(pool, USER_POOL_ID, userId) }, call.data.email);
  const action = describeAction(call, 'deleteAccount', { personId: userId });
  await recordAction({ audit, now: () => new Date() }, action, async () => {
    await publishEvent(bus, EVENT_BUS, events.accountDeletionRequested, { userId, email });
    return undefined;
  });
  return {};
});
