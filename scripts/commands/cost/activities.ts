/**
 * The AWS usage of one activity, in addition to its page views. Counted in the code of the named
 * functions.
 */
export interface Activity {
  name: string;
  /**
   * The functions that run, with the total time of their runs in milliseconds, including a share of
   * cold starts.
   */
  functions: Record<string, { runs: number; milliseconds: number }>;
  apiCalls: number;
  /**
   * In DynamoDB's units: a strongly consistent read is one, a write within a transaction is two,
   * and each index adds one.
   */
  tableReads: number;
  tableWrites: number;
  events: number;
  /** AppSync counts connecting, subscribing with its handler, and each message that arrives or leaves. */
  channelOperations: number;
  mails: number;
  objectReads: number;
  keyRequests: number;
  /** Signatures of license files. */
  signatures: number;
  /**
   * Cognito counts these together:
   * https://docs.aws.amazon.com/cognito/latest/developerguide/quotas.html
   */
  authentications: number;
  accountCreations: number;
}

const nothing = {
  apiCalls: 0,
  tableReads: 0,
  tableWrites: 0,
  events: 0,
  channelOperations: 0,
  mails: 0,
  objectReads: 0,
  keyRequests: 0,
  signatures: 0,
  authentications: 0,
  accountCreations: 0,
};

/** One or two reads of DynamoDB, or an event. */
const short = { runs: 1, milliseconds: 100 };
/** To the channels of the user and of the desk, and to one open page. */
const ringing = 3;
/** An email, with its idempotency key and its entry in the log. */
const mailing = { runs: 1, milliseconds: 400 };
/** SES reports the delivery of each mail. */
const reports = (mails: number) => ({ runs: mails, milliseconds: 100 * mails });
/** One or two calls to Stripe. */
const asking = { runs: 1, milliseconds: 1200 };

export const activities = {
  registration: {
    ...nothing,
    name: 'A new account: email with a code, confirmation, welcome email, record',
    functions: {
      customEmailSender: mailing,
      postConfirmation: short,
      sendWelcome: mailing,
      countSignUp: short,
      me: short,
      recordDelivery: reports(2),
    },
    apiCalls: 1,
    tableReads: 4,
    // Four for each mail, one for the record.
    tableWrites: 9,
    events: 1,
    mails: 2,
    keyRequests: 2,
    // The first sign-in follows immediately, in two steps.
    authentications: 2,
    accountCreations: 2,
  },
  signIn: {
    ...nothing,
    name: 'A sign-in with the form, in two steps',
    functions: {},
    authentications: 2,
  },
  accountVisit: {
    ...nothing,
    // The visit in the browser counts the API calls.
    name: 'The account page of a signed-in user, whose tokens are renewed',
    functions: { me: short },
    tableReads: 1,
    authentications: 1,
    // Connecting, subscribing, and the handler that decides.
    channelOperations: 3,
  },
  checkout: {
    ...nothing,
    name: 'A license: checkout, two Stripe events, settlement, license file, receipt, and the page that shows it',
    functions: {
      ringDoorbell: short,
      checkout: asking,
      confirmCheckout: asking,
      stripeWebhook: { runs: 2, milliseconds: 200 },
      settleOrder: { runs: 2, milliseconds: 2400 },
      issueLicense: short,
      sendLicenseNotice: short,
      sendLicenseEmail: mailing,
      myOrders: short,
      recordDelivery: reports(1),
    },
    apiCalls: 5,
    tableReads: 17,
    tableWrites: 26,
    events: 5,
    channelOperations: ringing,
    signatures: 1,
    mails: 1,
  },
  download: {
    ...nothing,
    name: 'A download: limit, signed link, count, file',
    functions: { download: short },
    apiCalls: 1,
    tableWrites: 2,
    objectReads: 2,
    signatures: 1,
  },
  update: {
    ...nothing,
    name: 'An update with a license: order, limit, redirect and file',
    functions: { updateFile: short },
    apiCalls: 1,
    tableReads: 1,
    tableWrites: 1,
    objectReads: 2,
    signatures: 1,
  },
  referralVisit: {
    ...nothing,
    name: 'A visit with a referral code: limit, lookup of the code, count of the day',
    functions: { referralImpression: short },
    apiCalls: 1,
    tableReads: 0.5,
    tableWrites: 2,
  },
  letter: {
    ...nothing,
    name: 'A message to the team',
    functions: { contact: short, deliverContact: mailing, recordDelivery: reports(1) },
    apiCalls: 1,
    tableWrites: 5,
    events: 1,
    mails: 1,
  },
  withdrawal: {
    ...nothing,
    name: 'A withdrawal: statement, refund at Stripe, end of the license, confirmation',
    functions: {
      ringDoorbell: short,
      withdraw: short,
      processWithdrawal: { runs: 1, milliseconds: 1600 },
      stripeWebhook: short,
      settleOrder: asking,
      syncPaidGroup: short,
      sendLicenseNotice: mailing,
      recordDelivery: reports(2),
    },
    apiCalls: 2,
    tableReads: 8,
    // Three limits, eight for two emails, and the order with its indexes in two transactions.
    tableWrites: 23,
    events: 4,
    channelOperations: ringing,
    mails: 2,
  },
  supportCase: {
    ...nothing,
    name: 'A case at the desk: find, read, act with a record, and read again',
    functions: {
      ringDoorbell: short,
      deskFind: short,
      deskPerson: { runs: 2, milliseconds: 400 },
      deskRefund: { runs: 1, milliseconds: 1600 },
      sendLicenseNotice: mailing,
      recordDelivery: reports(1),
    },
    apiCalls: 4,
    // Seven lists for each look at the person, half a unit each.
    tableReads: 12,
    // Two entries with four indexes each, one of them in a transaction; the order; an email.
    tableWrites: 25,
    events: 2,
    channelOperations: ringing,
    mails: 1,
  },
  reconciliation: {
    ...nothing,
    name: 'The hourly comparison with Stripe',
    functions: { reconcile: { runs: 1, milliseconds: 5000 } },
    tableReads: 10,
  },
  deskCompletion: {
    ...nothing,
    name: 'The hourly search for interrupted actions of the team',
    functions: { completeDeskActions: { runs: 1, milliseconds: 400 } },
    // 15 days of the audit and two months of redeemed codes, each half a unit if there are few.
    tableReads: 8.5,
  },
  sweep: {
    ...nothing,
    name: 'The hourly sweep of accounts',
    functions: { sweepAccounts: { runs: 1, milliseconds: 500 } },
    tableReads: 1,
  },
  mailingContinuation: {
    ...nothing,
    name: 'The hourly search for mailings that wait',
    functions: { continueMailings: short },
    tableReads: 0.5,
  },
  mailingRecipient: {
    ...nothing,
    name: 'A mailing to one person, in batches of 50',
    // At 11 emails per second, most of the time is waiting.
    functions: { sendMailing: { runs: 0.001, milliseconds: 90 }, recordDelivery: reports(1) },
    // A part of the scan, and a search for an earlier entry.
    tableReads: 1.2,
    // The entry, in a transaction, its confirmation, and the report of the delivery.
    tableWrites: 4,
    mails: 1,
  },
  sweptAccount: {
    ...nothing,
    name: 'An account in the daily round of the sweep',
    functions: { sweepAccounts: { runs: 0, milliseconds: 55 } },
    tableReads: 2,
  },
} as const satisfies Record<string, Activity>;

export type ActivityName = keyof typeof activities;
