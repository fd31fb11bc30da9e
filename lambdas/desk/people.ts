import * as events from '../../contract/events/events.ts';
import * as operations from '../../contract/operations/desk-person-operations.ts';
import { signOutEverywhere } from '../domain/accounts/account-pool.ts';
import { resendConfirmation } from '../domain/accounts/resend-confirmation.ts';
import { checkDeletion } from '../domain/desk/check-deletion.ts';
import { describeAction } from '../domain/desk/describe-action.ts';
import { findAccountOf } from '../domain/desk/find-account-of.ts';
import { findPeople } from '../domain/desk/find-people.ts';
import { readPerson } from '../domain/desk/read-person.ts';
import { entryOf, recordAction } from '../domain/desk/record-action.ts';
import { takeResetStep } from '../domain/desk/take-reset-step.ts';
import { readStoredData, withoutHashes } from '../domain/exports/read-stored-data.ts';
import { feedbackStore } from '../domain/feedback/feedback-store.ts';
import { mailLogStore } from '../domain/mail/mail-log-store.ts';
import { orderLists } from '../domain/orders/order-lists.ts';
import { passOnStore } from '../domain/orders/pass-on-store.ts';
import { referralStore } from '../domain/referrals/referral-store.ts';
import { securityStore } from '../domain/security/security-store.ts';
import { userChangeAnnouncer } from '../domain/users/announce-user-change.ts';
import { readSignInAndState } from '../domain/users/read-account.ts';
import { readAddresses } from '../domain/users/read-addresses.ts';
import { readGroups } from '../domain/users/read-groups.ts';
import { AppError } from '../platform/app-error.ts';
import { publishEvent } from '../platform/publish-event.ts';
import { requestId } from '../platform/request-id.ts';
import type { Desk } from './compose.ts';

type Dependencies = ReturnType<typeof compose>;

export function compose(desk: Desk) {
  const { bus, config, tables } = desk;
  return {
    ...desk,
    clientId: config.USER_POOL_CLIENT_ID,
    hasPasskeys: config.HAS_PASSKEYS,
    announce: userChangeAnnouncer(bus),
    feedback: feedbackStore(tables, config.FEEDBACK_TABLE),
    orderLists: orderLists(tables, config.ORDERS_TABLE),
    mails: mailLogStore(tables, config.MAIL_LOG_TABLE),
    passOns: passOnStore(tables, config.LIMITS_TABLE),
    referrals: referralStore(tables, config.REFERRALS_TABLE),
    security: securityStore(tables, config.USERS_TABLE),
  };
}

export const deskFind = (dependencies: Dependencies) =>
  dependencies.serveDesk(operations.deskFind, ({ data: { query } }) => findPeople(dependencies, query));

export const deskPerson = (dependencies: Dependencies) =>
  dependencies.serveDesk(operations.deskPerson, async ({ data }) => {
    const person = await readPerson(dependencies, data);
    const actors = person.audit.map(({ actorId }) => actorId);
    const names = await readAddresses(dependencies.tables, dependencies.usersTable, actors);
    return { ...person, names: Object.fromEntries(names) };
  });

/** A note is an audit entry and nothing else. */
export const deskNote = ({ audit, pool, serveDesk, userPoolId }: Dependencies) =>
  serveDesk(operations.deskNote, async ({ caller, data, now }) => {
    const { userId: personId } = await findAccountOf(pool, userPoolId, data.userId);
    const earlier = await audit.begin({
      auditId: data.actionId,
      at: now.toISOString(),
      actorId: caller.userId,
      action: 'note',
      outcome: 'done',
      personId,
      reason: data.note,
      requestId: requestId() ?? '',
    });
    if (earlier && earlier.reason !== data.note)
      throw new AppError(
        'aborted',
        'This note was already stored with another text. Copy your text, load the page again, and add it as a new note.',
      );
    return {};
  });

export const deskSignOut = ({ audit, now, pool, serveDesk, userPoolId }: Dependencies) =>
  serveDesk(operations.deskSignOut, async (call) => {
    const { userId } = await findAccountOf(pool, userPoolId, call.data.userId);
    const action = describeAction(call, 'signOut', { personId: userId });
    await recordAction({ audit, now }, action, async () => {
      await signOutEverywhere(pool, { userPoolId, userId });
      return undefined;
    });
    return {};
  });

export const deskResendConfirmation = ({ audit, clientId, now, pool, serveDesk, userPoolId }: Dependencies) =>
  serveDesk(operations.deskResendConfirmation, async (call) => {
    const { userId, email } = await findAccountOf(pool, userPoolId, call.data.userId);
    const { correctedEmail } = call.data;
    const action = describeAction(call, 'resendConfirmation', { personId: userId });
    await recordAction({ audit, now }, action, async () => {
      await resendConfirmation(pool, { userPoolId, clientId, userId, email, correctedEmail });
      return correctedEmail && 'corrected address';
    });
    return {};
  });

export const deskTurnOffFactor = (dependencies: Dependencies) =>
  dependencies.serveDesk(operations.deskTurnOffFactor, async (call) => {
    const { announce, bus, hasPasskeys, pool, security, userPoolId, users } = dependencies;
    const reset = { bus, security, cognito: pool, userPoolId, hasPasskeys };
    const account = await findAccountOf(pool, userPoolId, call.data.userId);
    const action = describeAction(call, 'turnOffFactor', { personId: account.userId });
    await recordAction(dependencies, action, async ({ isRepeated }) => {
      const run = { now: call.now, isRepeated };
      const state = await takeResetStep(call.data.step, account, { users, reset }, run);
      await announce(account.userId);
      return state;
    });
    return {};
  });

export const deskExport = (dependencies: Dependencies) =>
  dependencies.serveDesk(operations.deskExport, async (call) => {
    const { audit, pool, userPoolId, users } = dependencies;
    const { now } = call;
    const { userId, cursor } = call.data;
    const signIn = await readSignInAndState(pool, userPoolId, userId);
    if (signIn?.account.sub !== userId) throw new AppError('not-found', 'This person has no account.');
    // The entry comes first, so nothing is exported without one.
    await audit.begin(entryOf(describeAction(call, 'exportData', { personId: userId }), now, 'done'));
    const { account, hasSecondFactor, state } = signIn;
    const [groups, user] = await Promise.all([readGroups(pool, userPoolId, userId), users.find(userId)]);
    const person = { userId, email: account.email, referralCode: user?.referralCode };
    return {
      exportedAt: now.toISOString(),
      account: { ...account, groups: groups.join(', ') },
      accountState: { ...state, isEmailVerified: account.email_verified === 'true' },
      hasSecondFactor,
      ...(user ? { user: withoutHashes(user) } : {}),
      ...(await readStoredData(dependencies, person, cursor, now)),
    };
  });

/** Starts the deletion. The event is retried until all of it is done; see `deleteAccount`. */
export const deskDeleteAccount = ({ audit, bus, now, pool, serveDesk, userPoolId }: Dependencies) =>
  serveDesk(operations.deskDeleteAccount, async (call) => {
    const { userId, email } = await findAccountOf(pool, userPoolId, call.data.userId);
    checkDeletion({ email, groups: await readGroups(pool, userPoolId, userId) }, call.data.email);
    const action = describeAction(call, 'deleteAccount', { personId: userId });
    await recordAction({ audit, now }, action, async () => {
      await publishEvent(bus, events.accountDeletionRequested, { userId, email });
      return undefined;
    });
    return {};
  });
