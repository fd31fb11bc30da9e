import { randomUUID } from 'node:crypto';
import type { DeskOperationName } from '../contract/operations/desk-routes.ts';
import type { RequestOf } from '../contract/operations/operations.ts';

/** The person that a request is about. */
export interface Subject {
  userId: string;
  email: string;
  orderId: string;
  feedbackId: string;
}

const article = `---
slug: a-desk-article
headline: A headline
author: Ana
description: What it is about.
createdAt: 2026-11-25
---
A paragraph.
`;

/** A PNG file of one pixel. */
const picture =
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==';

const mailing = `---
group: resources
subject: A subject
preheader: What it is about.
---
A paragraph.
`;

/**
 * A valid request to each operation of the desk, about one person. Each call makes new actions. Some name an order or a batch that does not
 * exist, so that a member of the team who sends all of them changes little.
 */
export function deskRequests({ userId, email, orderId, feedbackId }: Subject): {
  [Name in DeskOperationName]: RequestOf<Name>;
} {
  const action = () => ({ actionId: randomUUID(), reason: 'The buyer asks.' });
  return {
    deskToday: {},
    deskFind: { query: email },
    deskPerson: { userId },
    deskAudit: { by: 'person', value: userId },
    deskOverview: {},
    deskRoadmap: {},
    deskNote: { actionId: randomUUID(), userId, note: 'A note.' },
    deskLicenseFile: { ...action(), orderId },
    deskMailLicense: { ...action(), orderId },
    deskMoveLicense: { ...action(), orderId: 'gift_none', seen: 1, email: 'ben@example.test' },
    deskReissueLicense: { ...action(), orderId },
    deskSettle: { ...action(), orderId },
    deskRefund: { ...action(), orderId, seen: 1, amountInCents: 100 },
    deskGift: { ...action(), userId },
    deskConclude: { ...action(), orderId: 'gift_none', seen: 1 },
    deskRevoke: { ...action(), orderId: 'gift_none', seen: 1 },
    deskOrders: { month: '2026-11' },
    deskOrderReport: { month: '2026-11' },
    deskCodes: { cursor: '{"id":"batch#1","sortKey":"2026-11-25"}' },
    deskRedemptions: { batchId: randomUUID() },
    deskCreateCodes: { ...action(), kind: 'gift', count: 2 },
    deskRevokeCodes: { ...action(), batchId: randomUUID() },
    deskFeedback: { state: 'open' },
    deskAnswerFeedback: {
      actionId: randomUUID(),
      feedbackId,
      seen: { state: 'open', comments: 0 },
      answer: 'Thank you. It is fixed in the next version.',
    },
    deskCloseFeedback: { actionId: randomUUID(), feedbackId, seen: { state: 'answered', comments: 1 } },
    deskArticles: { status: 'published' },
    deskPreviewArticle: { text: article },
    // There is no such version, so nothing changes.
    deskStoreArticle: {
      actionId: randomUUID(),
      text: article,
      status: 'draft',
      seen: { draft: { updatedAt: '2020-01-01' } },
    },
    deskUploadPicture: { files: [picture] },
    deskDiscardArticle: { actionId: randomUUID(), slug: 'no-article', seen: {} },
    deskUnpublishArticle: { ...action(), slug: 'no-article', seen: {} },
    deskMailings: { status: 'draft' },
    deskMailing: { slug: 'no-mailing' },
    deskPreviewMailing: { slug: 'a-mailing', text: mailing },
    // There is no such version, so nothing changes.
    deskStoreMailing: { actionId: randomUUID(), slug: 'no-mailing', text: mailing, seen: '2020-01-01' },
    deskDiscardMailing: { actionId: randomUUID(), slug: 'no-mailing', seen: '2020-01-01' },
    deskTestMailing: { slug: 'no-mailing', actionId: randomUUID() },
    deskCountRecipients: { group: 'resources' },
    deskSendMailing: { ...action(), slug: 'no-mailing', seen: '2020-01-01', expected: 1 },
    deskScheduleMailing: {
      ...action(),
      slug: 'no-mailing',
      seen: '2020-01-01',
      time: { at: new Date(Date.now() + 86_400_000).toISOString(), timeZone: 'Europe/Berlin' },
    },
    deskUnscheduleMailing: { actionId: randomUUID(), slug: 'no-mailing', seen: '2020-01-01' },
    deskPauseMailing: { ...action(), slug: 'no-mailing' },
    deskResumeMailing: { ...action(), slug: 'no-mailing' },
    deskReleases: {},
    deskPromoteRelease: { ...action(), version: '0.0.0-none' },
    deskChangeRollout: { ...action(), version: '0.0.0-none', change: 'halt', seen: '5%' },
    deskYankRelease: { ...action(), version: '0.0.0-none', mayLeaveNone: false },
    deskProblems: {},
    deskProblemTexts: { version: '0.3.0', crash: '5f0c7c0e2f5d4a3e' },
    deskAnswerProblem: {
      actionId: randomUUID(),
      version: '0.3.0',
      textId: 'text#none',
      answer: 'Thank you.',
    },
    deskSolveProblem: {
      actionId: randomUUID(),
      crash: '5f0c7c0e2f5d4a3e',
      solvedIn: '0.4.0',
      seen: '0.0.0-none',
    },
    deskStatus: {},
    deskOpenIncident: { actionId: randomUUID(), components: ['email'], text: 'Emails arrive late.' },
    deskUpdateIncident: { actionId: randomUUID(), incidentId: 'none', text: 'It is over.', ends: true },
    deskSignOut: { ...action(), userId },
    deskResendConfirmation: { ...action(), userId },
    deskTurnOffFactor: { ...action(), userId, step: 'request' },
    deskExport: { ...action(), userId },
    deskDeleteAccount: { ...action(), userId, email },
  };
}
