import * as events from '../../contract/events/events.ts';
import * as deskPersonOperations from '../../contract/operations/desk-person-operations.ts';
import { checkDeletion } from '../domain/desk/check-deletion.ts';
import { describeAction } from '../domain/desk/describe-action.ts';
import { findAccountOf } from '../domain/desk/find-account-of.ts';
import { recordAction } from '../domain/desk/record-action.ts';
import { readGroups } from '../domain/users/read-groups.ts';
import { publishEvent } from '../platform/publish-event.ts';
import type { Dependencies } from './compose.ts';

/** Starts the deletion. The event is retried until all of it is done; see `deleteAccount`. */
export const deskDeleteAccount = ({ audit, bus, now, pool, serveDesk, userPoolId }: Dependencies) =>
  serveDesk(deskPersonOperations.deskDeleteAccount, async (call) => {
    const { userId, email } = await findAccountOf(pool, userPoolId, call.data.userId);
    checkDeletion({ email, groups: await readGroups(pool, userPoolId, userId) }, call.data.email);
    const action = describeAction(call, 'deleteAccount', { personId: userId });
    await recordAction({ audit, now }, action, async () => {
      await publishEvent(bus, events.accountDeletionRequested, { userId, email });
      return undefined;
    });
    return {};
  });
