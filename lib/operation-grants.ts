import { events } from '../contract/events/events.ts';
import type { OperationName } from '../contract/operations/routes.ts';
import {
  accountAdmin,
  callStripe,
  count,
  downloads,
  feedback,
  type Grant,
  limits,
  orders,
  priceIds,
  publish,
  readBuilds,
  readResources,
  referrals,
  requestLicense,
  siteUrl,
  unsubscribeLinks,
  userPoolId,
  users,
  verifyWebhook,
} from './grants.ts';
import { settlement } from './settlement-grants.ts';

const unsubscribing = [
  limits('UpdateItem'),
  users('GetItem', 'PutItem', 'UpdateItem'),
  accountAdmin('AdminGetUser'),
  unsubscribeLinks,
];

/** The permissions of each operation's function. */
export const operationGrants: Record<OperationName, Grant[]> = {
  me: [users('GetItem', 'PutItem')],
  updateMe: [users('GetItem', 'PutItem', 'UpdateItem')],
  syncEmail: [limits('UpdateItem'), users('GetItem', 'PutItem', 'UpdateItem'), requestLicense],
  exportMyData: [
    limits('UpdateItem'),
    users('GetItem', 'PutItem'),
    feedback('Query'),
    orders('Query'),
    referrals('Query'),
    accountAdmin('AdminGetUser'),
  ],
  deleteAccountData: [
    limits('UpdateItem'),
    feedback('Query'),
    orders('Query'),
    publish(events.accountDeletionRequested),
  ],
  checkout: [
    limits('UpdateItem'),
    users('ConditionCheckItem', 'GetItem', 'PutItem', 'UpdateItem'),
    orders('GetItem', 'PutItem'),
    callStripe,
    userPoolId,
    siteUrl,
    priceIds,
    count('CheckoutsStarted'),
  ],
  confirmCheckout: [limits('UpdateItem'), ...settlement],
  myOrders: [orders('Query')],
  myReferrals: [users('GetItem', 'PutItem', 'UpdateItem'), referrals('PutItem', 'Query')],
  download: [readBuilds, downloads('UpdateItem'), count('Downloads')],
  downloadResource: [readResources],
  updateFile: [readBuilds],
  feedback: [
    limits('UpdateItem'),
    users('ConditionCheckItem', 'GetItem', 'PutItem'),
    feedback('GetItem', 'PutItem'),
    publish(events.feedbackSubmitted),
  ],
  contact: [limits('UpdateItem'), publish(events.contactSubmitted), count('LettersRefused')],
  referralImpression: [limits('UpdateItem'), referrals('GetItem', 'UpdateItem')],
  unsubscribe: unsubscribing,
  oneClickUnsubscribe: unsubscribing,
  stripeWebhook: [verifyWebhook, publish(events.paymentChanged), count('WebhookFailures')],
};
