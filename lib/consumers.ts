import { Duration } from 'aws-cdk-lib';
import type { EventPattern } from 'aws-cdk-lib/aws-events';
import type { EventType } from '../contract/events/event-type.ts';
import * as events from '../contract/events/events.ts';
import { type ConsumerProps, type ScheduledEvent, shortestFifoRate } from './event-functions.ts';
import {
  accountAdmin,
  addPermissions,
  articles,
  audit,
  callStripe,
  countVotes,
  feedback,
  licenseIssuer,
  limits,
  mailings,
  mailLog,
  orders,
  type Parts,
  type Permission,
  problems,
  publish,
  queryOrders,
  recordMetrics,
  referrals,
  requestLicense,
  ring,
  sendAttachments,
  sendMail,
  sendMailings,
  settlement,
  signedLinks,
  signLicenses,
  siteUrl,
  subscribers,
  syncPaidGroup,
  teamAddress,
  users,
} from './permissions.ts';

interface Consumer extends Omit<ConsumerProps, 'on' | 'every'> {
  /** The name of its folder under `lambdas/`. */
  name: string;
  /** The events that lead to a run, which have one source. A consumer without any gets messages of functions. */
  on?: [EventType, ...EventType[]];
  detail?: (parts: Parts) => EventPattern['detail'];
  every?: ScheduledEvent[];
  permissions: Permission[];
}

/** SES publishes the events of all stages of an account on one bus. */
const ofOurMail = ({ mail }: Parts) => ({
  mail: { tags: { 'ses:configuration-set': [mail.configurationSet.configurationSetName] } },
});

/**
 * The consumers, their events and their permissions; those that get messages of other functions come before these functions.
 * lib/publishing.ts has those that write files of the site.
 */
const consumers: Consumer[] = [
  {
    // The only writer of the group `paid`. An hour of attempts, one per minute.
    name: 'syncPaidGroup',
    affects: ['checkout'],
    inOrder: true,
    timeoutSeconds: 10,
    permissions: [users('GetItem'), accountAdmin('AdminAddUserToGroup', 'AdminRemoveUserFromGroup')],
  },
  {
    // The only function that signs licenses.
    name: 'issueLicense',
    affects: ['checkout'],
    inOrder: true,
    timeoutSeconds: 10,
    permissions: [
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
    affects: ['signIn'],
    on: [events.passwordReset],
    permissions: [accountAdmin('AdminUserGlobalSignOut'), sendMail, siteUrl],
  },
  {
    name: 'mailer',
    affects: ['email'],
    on: [
      events.userRegistered,
      events.emailChangeRequested,
      events.securityChanged,
      events.feedbackSubmitted,
      events.feedbackAnswered,
      events.problemAnswered,
      events.contactSubmitted,
      events.subscriptionRequested,
      events.licenseChanged,
      events.licenseIssued,
    ],
    permissions: [
      accountAdmin('AdminGetUser'),
      users('GetItem', 'PutItem', 'UpdateItem'),
      orders('GetItem'),
      feedback('GetItem'),
      problems('GetItem'),
      limits('PutItem', 'UpdateItem'),
      subscribers('GetItem', 'PutItem'),
      signedLinks,
      publish(events.userChanged),
      sendAttachments,
      teamAddress,
      siteUrl,
    ],
  },
  {
    name: 'mailEvents',
    affects: [],
    on: [events.mailBounced, events.mailNotRendered, events.mailDelivered, events.mailComplained],
    detail: ofOurMail,
    permissions: [
      accountAdmin('AdminGetUser'),
      users('GetItem', 'PutItem', 'UpdateItem'),
      mailLog('UpdateItem'),
      mailings('UpdateItem'),
      subscribers('GetItem', 'PutItem'),
      publish(events.userChanged),
      recordMetrics('Complaints', 'MailingsPaused', 'MailsBounced', 'MailsWithheld'),
    ],
  },
  {
    name: 'countSignUp',
    affects: [],
    on: [events.userRegistered],
    permissions: [limits('PutItem'), referrals('GetItem', 'UpdateItem')],
  },
  {
    // The function deletes the sign-in first, so the user cannot ask again: half a day of attempts
    // before the team is alerted.
    name: 'deleteAccount',
    affects: [],
    on: [events.accountDeletionRequested],
    retryFor: Duration.hours(12),
    retryEvery: Duration.minutes(15),
    permissions: [
      accountAdmin('AdminDeleteUser'),
      users('GetItem', 'PutItem'),
      callStripe,
      feedback('Query', 'DeleteItem'),
      countVotes,
      limits('DeleteItem'),
      orders('UpdateItem'),
      queryOrders('byUser', 'byBuyer'),
      referrals('Query', 'DeleteItem'),
      subscribers('GetItem', 'PutItem'),
      mailLog('Query', 'DeleteItem'),
      mailings('UpdateItem'),
      sendMail,
      siteUrl,
      publish(events.userChanged),
    ],
  },
  {
    // A buyer's statement takes effect even if Stripe is away: half a day of attempts before the team is
    // alerted. `reconcile` also settles what was not settled within an hour.
    name: 'orders',
    affects: ['checkout'],
    on: [events.paymentChanged, events.withdrawalSubmitted, events.passOnRequested],
    timeoutSeconds: 60,
    retryFor: Duration.hours(12),
    permissions: [
      ...settlement,
      queryOrders('byUser', 'byBuyer'),
      limits('GetItem', 'PutItem', 'UpdateItem'),
      accountAdmin('AdminGetUser'),
      signedLinks,
      sendMail,
      teamAddress,
    ],
  },
  {
    // It reads each checkout that differs from Stripe, one after the other, and completes what was
    // interrupted: actions of the desk, redeemed codes and mailings.
    name: 'reconcile',
    affects: [],
    every: [events.orderComparisonDue, events.completionDue, events.mailingSweepDue].map((event) => ({
      rate: Duration.hours(1),
      event,
    })),
    timeoutSeconds: 900,
    permissions: [
      ...settlement,
      queryOrders('byMonth'),
      users('Query'),
      accountAdmin('AdminListGroupsForUser'),
      // A run that runs out of time stores its progress.
      limits('GetItem', 'PutItem', 'DeleteItem'),
      audit('PutItem', 'Query'),
      mailings('Query', 'UpdateItem'),
      publish(events.feedbackAnswered),
      publish(events.problemAnswered),
      publish(events.articleChanged),
      publish(events.mailingStarted),
      recordMetrics('OrdersRepaired'),
      sendMail,
      teamAddress,
    ],
  },
  {
    name: 'sweepAccounts',
    affects: [],
    every: [
      { rate: Duration.hours(1), event: events.accountSweepDue },
      // Until it removes an admin without an app, a person who knows the password can add one.
      { rate: Duration.minutes(5), event: events.adminSweepDue },
    ],
    timeoutSeconds: 900,
    permissions: [
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
      recordMetrics('AdminsRemoved', 'RecordsWithoutAccount'),
    ],
  },
  {
    // One mailing at a time.
    name: 'sendMailing',
    affects: ['email'],
    on: [events.mailingStarted],
    every: [{ rate: shortestFifoRate, event: events.mailingsDue }],
    inOrder: true,
    timeoutSeconds: 300,
    permissions: [
      mailings('GetItem', 'PutItem', 'Query', 'UpdateItem'),
      users('Scan'),
      subscribers('Scan'),
      accountAdmin('AdminGetUser'),
      mailLog('BatchGetItem', 'DeleteItem', 'PutItem', 'UpdateItem'),
      articles('GetItem', 'PutItem'),
      publish(events.articleChanged),
      publish(events.mailingStarted),
      recordMetrics('MailingsPaused'),
      sendMailings,
      sendMail,
      teamAddress,
      signedLinks,
      siteUrl,
    ],
  },
  {
    name: 'ringDoorbell',
    affects: [],
    on: [events.userChanged],
    permissions: [ring],
  },
];

/** Adds the functions of the table, their queues and their permissions. */
export function addConsumers(parts: Parts): void {
  const { events: functions, stage } = parts;
  for (const { name, on, detail, every = [], permissions, ...props } of consumers) {
    const lambda = functions.add(name, {
      ...props,
      on: on ? [{ types: on, ...(detail && { detail: detail(parts) }) }] : [],
      every: every.map((scheduled) => ({ ...scheduled, enabled: !stage.isReadOnly })),
    });
    addPermissions(lambda, permissions, parts);
  }
}
