import { randomUUID } from 'node:crypto';
import type { OperationName } from '../contract/operations/routes.ts';
import { deskRequests, type Subject } from './desk-requests.ts';

const nobody: Subject = {
  userId: '3d6f1e2a-8b1c-4d5e-9f60-718293a4b5c6',
  email: 'ana@example.test',
  orderId: 'cs_1',
  feedbackId: '9b7c2f10-53aa-4f6e-8d21-64c0b5e1f0aa',
};

/** An acceptable request to each operation that has a body. Each call makes new ids, so that no request repeats another. */
export const acceptableRequests = (
  siteUrl: string,
  subject = nobody,
): Partial<Record<OperationName, Record<string, unknown>>> => ({
  updateMe: { mailGroup: { group: 'updates', wantsMail: false } },
  voteForItem: { item: 'marketplace', isFor: true },
  checkout: {
    priceId: 'price_local_early_access',
    success_url: `${siteUrl}/pricing?checkout=success`,
    cancel_url: `${siteUrl}/pricing?checkout=cancelled`,
    referralCode: 'friend',
  },
  endRegistration: { token: 'abc.def' },
  recoverAccount: {
    email: 'ana@example.test',
    password: 'a password of hers',
    recoveryCode: '7K3M-Q0XT-9WBD',
  },
  confirmCheckout: { sessionId: subject.orderId },
  exportMyData: {},
  invoice: { orderId: subject.orderId },
  mailLicense: { orderId: subject.orderId },
  reissueLicense: { orderId: subject.orderId, requestId: randomUUID() },
  offerLicense: {
    orderId: subject.orderId,
    email: 'ben@example.test',
    passOnId: randomUUID(),
  },
  cancelOffer: { orderId: subject.orderId },
  acceptLicense: { token: 'abc.def' },
  download: { platform: 'win-x64' },
  downloadResource: { file: 'tutorial-project.json' },
  feedback: {
    feedbackId: randomUUID(),
    type: 'General Feedback',
    content: 'A text',
  },
  manualFeedback: {
    feedbackId: randomUUID(),
    page: 'map',
    isClear: false,
    content: 'A text',
  },
  contact: {
    messageId: randomUUID(),
    name: 'Ana',
    email: 'ana@example.test',
    message: 'A text',
  },
  subscribe: {
    requestId: randomUUID(),
    email: 'ana@example.test',
    groups: ['updates'],
  },
  confirmSubscription: { token: 'abc.def' },
  subscription: { token: 'abc.def' },
  changeSubscription: { token: 'abc.def', seen: [], groups: ['updates'] },
  deleteSubscription: { token: 'abc.def' },
  redeem: { code: 'ABCD-EFGH-JKLM-2345' },
  withdraw: {
    withdrawalId: randomUUID(),
    name: 'Ana',
    orderId: subject.orderId,
    email: 'ana@example.test',
  },
  ...deskRequests(subject),
  referralImpression: { referralCode: 'friend' },
  reportProblem: {
    version: '0.3.0',
    platform: 'win-x64',
    systemVersion: '10.0.22631',
    crash: '5f0c7c0e2f5d4a3e',
    frames: ['at open (app.asar/main.js:12:7)'],
    text: 'It happens when I open a map.',
    email: 'ana@example.test',
  },
  unsubscribe: { token: 'abc.def', beginAgain: ['updates'] },
});
