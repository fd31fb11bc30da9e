import * as deskPersonOperations from '../../../contract/operations/desk-person-operations.ts';
import { auditStore } from '../../domain/desk/audit-store.ts';
import { describeAction } from '../../domain/desk/describe-action.ts';
import { findAccountOf } from '../../domain/desk/find-account-of.ts';
import { recordAction } from '../../domain/desk/record-action.ts';
import { takeResetStep } from '../../domain/desk/take-reset-step.ts';
import { securityStore } from '../../domain/security/security-store.ts';
import { userStore } from '../../domain/users/user-store.ts';
import { cognito } from '../../platform/aws/cognito.ts';
import { dynamodb } from '../../platform/aws/dynamodb.ts';
import { eventBridge } from '../../platform/aws/event-bridge.ts';
import { flag, readConfig, resourceName } from '../../platform/config.ts';
import { serveDesk } from '../../wiring/serve-desk.ts';
import { userChangeAnnouncing } from '../../wiring/user-change-announcing.ts';

const { AUDIT_TABLE, EVENT_BUS, HAS_PASSKEYS, USERS_TABLE, USER_POOL_ID } = readConfig({
  AUDIT_TABLE: resourceName,
  EVENT_BUS: resourceName,
  HAS_PASSKEYS: flag,
  USERS_TABLE: resourceName,
  USER_POOL_ID: resourceName,
});
const client = dynamodb();
const audit = auditStore(client, AUDIT_TABLE);
const pool = cognito();
const bus = { client: eventBridge(), name: EVENT_BUS };
const security = securityStore(client, USERS_TABLE);
const reset = { bus, security, cognito: pool, userPoolId: USER_POOL_ID, hasPasskeys: HAS_PASSKEYS };
const announce = userChangeAnnouncing();
const site = { users: userStore(client, USERS_TABLE), reset };

export const deskTurnOffFactor = serveDesk(deskPersonOperations.deskTurnOffFactor, async (call) => {
  const account = await findAccountOf(pool, USER_POOL_ID, call.data.userId);
  const action = describeAction(call, 'turnOffFactor', { personId: account.userId });
  await recordAction({ audit, now: () => new Date() }, action, async ({ isRepeated }) => {
    const state = await takeResetStep(call.data.step, account, site, { now: new Date(), isRepeated });
    await announce(account.userId);
    return state;
  });
  return {};
});
