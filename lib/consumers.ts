import { Duration } from 'aws-cdk-lib';
import type { EventPattern } from 'aws-cdk-lib/aws-events';
import type { EventType } from '../contract/events/event-type.ts';
import * as events from '../contract/events/events.ts';
import {
  accountAdmin,
  applyGrants,
  audit,
  callStripe,
  count,
  feedback,
  type Grant,
  licenseIssuer,
  limits,
  mailings,
  mailLog,
  orders,
  type Parts,
  publish,
  referrals,
  requestLicense,
  ring,
  sendAttachments,
  sendMail,
  signedLinks,
  signLicenses,
  siteUrl,
  syncPaidGroup,
  teamAddress,
  users,
} from './grants.ts';
import type { LambdaFunction, LambdaFunctionProps } from './lambda-function.ts';
import { settlement } from './settlement-grants.ts';

interface Consumer {
  /** The name of its folder under `lambdas/consumers/`. */
  name: string;
  /** `on` has events of one source; `inOrder` handles the messages that functions send to its FIFO queue. */
  runs:
    | { on: [EventType, ...EventType[]]; detail?: (parts: Parts) => EventPattern['detail'] }
    | { onQueued: EventType; maxReceives: number; visibilityTimeout: Duration }
    | { inOrder: true; maxReceives: number }
    | { every: Duration; often?: { every: Duration; detail: object } };
  size?: LambdaFunctionProps;
  grants: Grant[];
}

/** SES publishes the events of all stages of an account on one bus. */
const ofOurMail = ({ mail }: Parts) => ({
  mail: { tags: { 'ses:configuration-set': [mail.configurationSet.configurationSetName] } },
});

/**
 * The consumers, their events and their permissions. lib/publishing.ts has those that write files
 * of the site.
 */
const consumers: Consumer[] = [
  {
    // The only writer of the group `paid`. An hour of attempts, one per minute.
    name: 'syncPaidGroup',
    runs: { inOrder: true, maxReceives: 60 },
    grants: [users('GetItem'), accountAdmin('AdminAddUserToGroup', 'AdminRemoveUserFromGroup')],
  },
  {
    // The only function that signs licenses.
    name: 'issueLicense',
    runs: { inOrder: true, maxReceives: 60 },
    grants: [
      orders('GetItem', 'UpdateItem'),
      users('GetItem'),
      signLicenses,
      licenseIssuer,
      publish(events.licenseIssued),
    ],
  },
  {
    // The only consumer of one event that may end the sign-ins of any account.
    name: 'handlePasswordReset',
    runs: { on: [events.passwordReset] },
    grants: [accountAdmin('AdminUserGlobalSignOut'), sendMail, siteUrl],
  },
  {
    name: 'mailer',
    runs: {
      on: [
        events.userRegistered,
        events.emailChangeRequested,
        events.securityChanged,
        events.feedbackSubmitted,
        events.feedbackAnswered,
        events.contactSubmitted,
        events.licenseChanged,
        events.licenseIssued,
      ],
    },
    grants: [
      accountAdmin('AdminGetUser'),
      users('GetItem', 'PutItem'),
      orders('GetItem'),
      feedback('GetItem'),
      sendAttachments,
      signedLinks,
      teamAddress,
      siteUrl,
    ],
  },
  {
    name: 'mailEvents',
    runs: {
      on: [events.mailBounced, events.mailNotRendered, events.mailDelivered, events.mailComplained],
      detail: ofOurMail,
    },
    grants: [
      accountAdmin('AdminGetUser'),
      users('GetItem', 'PutItem', 'UpdateItem'),
      mailLog('UpdateItem'),
      mailings('UpdateItem'),
      publish(events.userChanged),
      count('Complaints', 'MailingsPaused', 'MailsBounced', 'MailsWithheld'),
    ],
  },
  {
    name: 'countSignUp',
    runs: { on: [events.userRegistered] },
    grants: [limits('PutItem'), referrals('GetItem', 'UpdateItem')],
  },
  {
    // The function deletes the sign-in first, so the user cannot ask again: half a day of attempts
    // before the team is alerted.
    name: 'deleteAccount',
    runs: {
      onQueued: events.accountDeletionRequested,
      maxReceives: 48,
      visibilityTimeout: Duration.minutes(15),
    },
    grants: [
      accountAdmin('AdminDeleteUser'),
      users('GetItem', 'PutItem'),
      callStripe,
      feedback('Query', 'DeleteItem'),
      orders('Query', 'UpdateItem'),
      referrals('Query', 'DeleteItem'),
      mailLog('Query', 'DeleteItem'),
      mailings('UpdateItem'),
      sendMail,
      siteUrl,
      publish(events.userChanged),
    ],
  },
  {
    // The buyer's statement takes effect even if Stripe is away: half a day of attempts before the
    // team is alerted.
    name: 'processWithdrawal',
    runs: {
      onQueued: events.withdrawalSubmitted,
      maxReceives: 48,
      visibilityTimeout: Duration.minutes(15),
    },
    size: { timeoutSeconds: 120 },
    grants: [
      ...settlement,
      orders('Query'),
      limits('UpdateItem'),
      accountAdmin('AdminGetUser'),
      signedLinks,
      sendMail,
      teamAddress,
    ],
  },
  {
    name: 'settleOrder',
    runs: { on: [events.paymentChanged] },
    size: { timeoutSeconds: 120 },
    grants: settlement,
  },
  {
    // It reads each checkout that differs from Stripe, one after the other.
    name: 'reconcile',
    runs: { every: Duration.hours(1) },
    size: { timeoutSeconds: 900 },
    grants: [
      ...settlement,
      accountAdmin('AdminListGroupsForUser'),
      // A run that runs out of time stores its progress.
      limits('GetItem', 'PutItem', 'DeleteItem'),
      count('OrdersRepaired'),
      sendMail,
      teamAddress,
    ],
  },
  {
    // For actions of the desk and redeemed codes that were cut off.
    name: 'completeDeskActions',
    runs: { every: Duration.hours(1) },
    size: { timeoutSeconds: 120 },
    grants: [
      ...settlement,
      orders('Query'),
      audit('PutItem', 'Query'),
      publish(events.feedbackAnswered),
      publish(events.articleChanged),
      publish(events.mailingStarted),
    ],
  },
  {
    name: 'sweepAccounts',
    // Until it removes an admin without an app, a person who knows the password can add one.
    runs: {
      every: Duration.hours(1),
      often: { every: Duration.minutes(5), detail: { onlyAdmins: true } },
    },
    size: { timeoutSeconds: 900 },
    grants: [
      accountAdmin(
        'AdminDeleteUser',
        'AdminGetUser',
        'AdminListGroupsForUser',
        'AdminRemoveUserFromGroup',
        'AdminUserGlobalSignOut',
        'ListUsers',
        'ListUsersInGroup',
      ),
      users('GetItem', 'Scan'),
      orders('GetItem'),
      referrals('DeleteItem', 'GetItem', 'Scan'),
      limits('GetItem', 'PutItem'),
      audit('GetItem', 'PutItem'),
      syncPaidGroup,
      requestLicense,
      licenseIssuer,
      publish(events.accountDeletionRequested),
      count('AdminsRemoved', 'RecordsWithoutAccount'),
    ],
  },
  {
    name: 'ringDoorbell',
    runs: { on: [events.userChanged] },
    grants: [ring],
  },
];

/** Adds the functions of the table, their queues and their permissions. */
export function addConsumers(parts: Parts): void {
  for (const consumer of consumers) applyGrants(addConsumer(consumer, parts), consumer.grants, parts);
}

function addConsumer({ name, runs, size }: Consumer, parts: Parts): LambdaFunction {
  const { events: bus, stage } = parts;
  if ('on' in runs) {
    const detail = runs.detail?.(parts);
    return bus.listen(name, runs.on, { ...size, ...(detail ? { detail } : {}) });
  }
  if ('every' in runs)
    return bus.schedule(name, runs.every, { ...size, often: runs.often, enabled: !stage.isReadOnly });
  const { maxReceives } = runs;
  if ('inOrder' in runs) return bus.consumeInOrder(name, { ...size, maxReceives });
  const { onQueued, visibilityTimeout } = runs;
  return bus.listenByQueue(name, onQueued, { ...size, maxReceives, visibilityTimeout });
}
