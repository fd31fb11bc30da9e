import { beforeAll, describe, expect, test, vi } from 'vitest';
import { type DeskOperationName, deskRoutes } from '../../contract/operations/desk-routes.ts';
import { needsToken, type Route } from '../../contract/operations/route.ts';
import { type OperationName, routes } from '../../contract/operations/routes.ts';
import { type SiteOperationName, siteRoutes } from '../../contract/operations/site-routes.ts';
import { deskRequests } from '../desk-requests.ts';
import { pay } from '../pay.ts';
import { callOperation, mailsTo, type Person, password, registerPerson } from '../person.ts';
import { registerAdmin } from '../registered-admin.ts';
import { unsubscribeLinks } from '../unsubscribe-links.ts';
import { checkoutRequest, readTable, siteUrl, waitUntilQuiet } from './site.ts';

/*
 * Mallory has an account with a valid token, and all of Ana's data that can leak: her ids, her email
 * address and her links.
 */
let ana: Person;
let mallory: Person;
let accomplice: ReturnType<typeof unsubscribeLinks> | undefined;
let anasFeedbackId: string;
let anasSessionId: string;
let anasCode: string;

beforeAll(async () => {
  ana = await registerPerson(siteUrl);
  await ana.call('updateMe', { mailGroup: { group: 'newsletter', wantsMail: true } });
  anasFeedbackId = crypto.randomUUID();
  await ana.call('feedback', { feedbackId: anasFeedbackId, content: 'Only for the team.' });
  const { sessionId, url } = await ana.call('checkout', checkoutRequest);
  anasSessionId = sessionId;
  ({ code: anasCode } = await ana.call('myReferrals'));
  await pay(url);
  // Waits for all events of the purchase, so that later changes can only come from Mallory.
  await vi.waitFor(
    async () => {
      const subjects = (await mailsTo(siteUrl, ana.email)).map(({ subject }) => subject);
      expect(subjects).toEqual(
        expect.arrayContaining([expect.stringMatching(/^Welcome/), expect.stringMatching(/license/)]),
      );
    },
    { timeout: 10_000 },
  );
  await waitUntilQuiet();
  mallory = await registerPerson(siteUrl);
  await mallory.call('me');
  aboutAna = await readAboutAna();
});

/** All stored data about Ana. */
async function readAboutAna() {
  const [users, feedback, orders, referrals] = await Promise.all([
    readTable('DataUsers'),
    readTable('DataFeedback'),
    readTable('DataOrders'),
    readTable('DataReferrals'),
  ]);
  const ofAna = ({ userId }: { userId?: string }) => userId === ana.userId;
  return {
    user: users.find(ofAna),
    feedback: feedback.filter(ofAna),
    orders: orders.filter(ofAna),
    referrals: referrals.filter(({ code }) => code === anasCode),
    me: await ana.call('me'),
  };
}

/** The data at the previous check, so that each change fails only one test. */
let aboutAna: Awaited<ReturnType<typeof readAboutAna>>;

async function expectNoChange(): Promise<void> {
  const before = aboutAna;
  aboutAna = await readAboutAna();
  expect(aboutAna).toEqual(before);
}

/** The values of path parameters, which name an existing file. */
const pathParameters: Record<string, string> = {
  version: '0.3.0',
  platform: 'win-x64',
  fileName: 'Lorewright-0.3.0-x64.exe',
};

async function tryAsMallory(name: OperationName, data: unknown, query = '', token = mallory.accessToken) {
  const { method, path } = routes[name];
  const filledPath = path.replace(/\{(\w+)\}/g, (_, parameter: string) =>
    encodeURIComponent(pathParameters[parameter] ?? ''),
  );
  const response = await fetch(`${siteUrl}${filledPath}${query}`, {
    method,
    redirect: 'manual',
    headers: { 'content-type': 'application/json', authorization: `Bearer ${token}` },
    ...(method === 'POST' ? { body: JSON.stringify({ data }) } : {}),
  });
  return { status: response.status, text: await response.text() };
}

/** A valid unsubscribe token that Mallory has: the one of an accomplice, who gets mailings. */
async function ownToken(): Promise<string> {
  accomplice ??= registerAdmin(siteUrl).then((admin) => unsubscribeLinks(siteUrl, admin));
  return (await accomplice).all.replace(/.*#token=/, '');
}

/** An unsubscribe token for Ana, with the signature of a valid token. */
async function forgedToken(): Promise<string> {
  const [, signature] = (await ownToken()).split('.');
  const payload = Buffer.from(JSON.stringify({ userId: ana.userId, group: 'all' })).toString('base64url');
  return `${payload}.${signature}`;
}

const problem = { version: '9.9.9', platform: 'win-x64', systemVersion: '10.0', crash: '5f0c7c0e2f5d4a3e' };

/** For each operation, the requests that an attacker would try, to reach Ana's data. */
const attempts: Record<SiteOperationName, () => Promise<{ status: number; text: string }[]>> = {
  me: async () => [await tryAsMallory('me', {}, `?userId=${ana.userId}`)],
  updateMe: async () => [
    await tryAsMallory('updateMe', { userId: ana.userId, mailGroup: { group: 'updates', wantsMail: false } }),
    await tryAsMallory(
      'updateMe',
      { mailGroup: { group: 'updates', wantsMail: false } },
      `?userId=${ana.userId}`,
    ),
  ],
  voteForItem: async () => [
    await tryAsMallory('voteForItem', { userId: ana.userId, item: 'marketplace', isFor: true }),
    await tryAsMallory('voteForItem', { item: 'marketplace', isFor: true }, `?userId=${ana.userId}`),
  ],
  syncEmail: async () => [await tryAsMallory('syncEmail', { userId: ana.userId, email: ana.email })],
  renewRecoveryCodes: async () => [await tryAsMallory('renewRecoveryCodes', { userId: ana.userId })],
  reviewSecurity: async () => [
    await tryAsMallory('reviewSecurity', { userId: ana.userId }),
    await tryAsMallory('reviewSecurity', {}, `?userId=${ana.userId}`),
  ],
  endRegistration: async () => [await tryAsMallory('endRegistration', { token: await forgedToken() })],
  recoverAccount: async () => [
    await tryAsMallory('recoverAccount', { email: ana.email, password, recoveryCode: '0000-0000-0000' }),
    await tryAsMallory('recoverAccount', {
      email: ana.email,
      password: 'a guess of hers',
      recoveryCode: '0000-0000-0000',
    }),
  ],
  exportMyData: async () => [
    await tryAsMallory('exportMyData', {}, `?userId=${ana.userId}`),
    await tryAsMallory('exportMyData', {}),
  ],
  deleteAccountData: async () => [await tryAsMallory('deleteAccountData', { userId: ana.userId })],
  checkout: async () => [await tryAsMallory('checkout', { ...checkoutRequest, userId: ana.userId })],
  confirmCheckout: async () => [
    await tryAsMallory('confirmCheckout', { sessionId: anasSessionId }),
    await tryAsMallory('confirmCheckout', { sessionId: anasSessionId, userId: ana.userId }),
  ],
  myOrders: async () => [await tryAsMallory('myOrders', {}, `?userId=${ana.userId}`)],
  invoice: async () => [await tryAsMallory('invoice', { orderId: anasSessionId })],
  mailLicense: async () => [await tryAsMallory('mailLicense', { orderId: anasSessionId })],
  offerLicense: async () => [
    await tryAsMallory('offerLicense', {
      orderId: anasSessionId,
      email: `mallory-${crypto.randomUUID()}@example.test`,
      passOnId: crypto.randomUUID(),
    }),
  ],
  cancelOffer: async () => [await tryAsMallory('cancelOffer', { orderId: anasSessionId })],
  acceptLicense: async () => [await tryAsMallory('acceptLicense', { token: await forgedToken() })],
  reissueLicense: async () => [
    await tryAsMallory('reissueLicense', { orderId: anasSessionId, requestId: crypto.randomUUID() }),
  ],
  myReferrals: async () => [
    await tryAsMallory('myReferrals', {}, `?userId=${ana.userId}&code=${anasCode}`),
    await tryAsMallory('myReferrals', {}),
  ],
  download: async () => [await tryAsMallory('download', { platform: 'win-x64', userId: ana.userId })],
  downloadResource: async () => [
    await tryAsMallory('downloadResource', { file: 'tutorial-project.json', userId: ana.userId }),
  ],
  updateFile: async () => [await tryAsMallory('updateFile', {}, `?userId=${ana.userId}`)],
  feedback: async () => [
    await tryAsMallory('feedback', { feedbackId: anasFeedbackId, content: 'Overwritten.' }),
    await tryAsMallory('feedback', {
      feedbackId: crypto.randomUUID(),
      userId: ana.userId,
      content: 'In her name.',
    }),
  ],
  contact: async () => [
    await tryAsMallory('contact', {
      messageId: crypto.randomUUID(),
      name: 'Ana',
      email: ana.email,
      message: 'In her name.',
      userId: ana.userId,
    }),
  ],
  manualFeedback: async () => [
    await tryAsMallory('manualFeedback', {
      feedbackId: anasFeedbackId,
      page: 'map',
      isClear: false,
      content: 'Overwritten.',
    }),
  ],
  referralImpression: async () => [
    await tryAsMallory('referralImpression', { referralCode: 'friend', userId: ana.userId }),
  ],
  reportProblem: async () => [await tryAsMallory('reportProblem', { ...problem, userId: ana.userId })],
  subscribe: async () => [
    await tryAsMallory('subscribe', {
      requestId: crypto.randomUUID(),
      email: mallory.email,
      groups: ['updates'],
      userId: ana.userId,
    }),
  ],
  confirmSubscription: async () => [
    await tryAsMallory('confirmSubscription', { token: await forgedToken() }),
  ],
  subscription: async () => [await tryAsMallory('subscription', { token: await forgedToken() })],
  changeSubscription: async () => [
    await tryAsMallory('changeSubscription', { token: await forgedToken(), seen: ['updates'], groups: [] }),
  ],
  deleteSubscription: async () => [await tryAsMallory('deleteSubscription', { token: await forgedToken() })],
  unsubscribe: async () => [await tryAsMallory('unsubscribe', { token: await forgedToken() })],
  redeem: async () => [await tryAsMallory('redeem', { code: 'ABCD-EFGH-JKLM-2345', userId: ana.userId })],
  withdraw: async () => [
    await tryAsMallory('withdraw', { withdrawalId: crypto.randomUUID(), name: 'Ana', email: ana.email }),
    await tryAsMallory('withdraw', {
      withdrawalId: crypto.randomUUID(),
      name: 'Ana',
      orderId: anasSessionId,
    }),
    await tryAsMallory('withdraw', { withdrawalId: crypto.randomUUID(), token: await forgedToken() }),
  ],
  oneClickUnsubscribe: async () => [
    await tryAsMallory('oneClickUnsubscribe', {}, `?token=${await forgedToken()}`),
  ],
  stripeWebhook: async () => [
    await tryAsMallory('stripeWebhook', {
      type: 'checkout.session.completed',
      data: { object: { id: 'cs_1', metadata: { userId: ana.userId } } },
    }),
  ],
};

/** For each operation, a call that Mallory is allowed to make, with its expected status; null if there is none. */
const ownCalls: Record<
  SiteOperationName,
  (() => Promise<[number, { status: number; text: string }]>) | null
> = {
  me: async () => [200, await tryAsMallory('me', {})],
  updateMe: async () => [
    200,
    await tryAsMallory('updateMe', { mailGroup: { group: 'updates', wantsMail: true } }),
  ],
  voteForItem: async () => [200, await tryAsMallory('voteForItem', { item: 'marketplace', isFor: false })],
  syncEmail: async () => [200, await tryAsMallory('syncEmail', {})],
  // Mallory has no second factor.
  renewRecoveryCodes: async () => [400, await tryAsMallory('renewRecoveryCodes', {})],
  reviewSecurity: async () => [200, await tryAsMallory('reviewSecurity', {})],
  endRegistration: async () => [400, await tryAsMallory('endRegistration', { token: await ownToken() })],
  recoverAccount: async () => [
    403,
    await tryAsMallory('recoverAccount', {
      email: mallory.email,
      password,
      recoveryCode: '0000-0000-0000',
    }),
  ],
  exportMyData: async () => [200, await tryAsMallory('exportMyData', {})],
  deleteAccountData: async () => {
    const leaver = await registerPerson(siteUrl);
    const answer = await tryAsMallory('deleteAccountData', {}, '', leaver.accessToken);
    await vi.waitFor(
      async () => {
        const subjects = (await mailsTo(siteUrl, leaver.email)).map(({ subject }) => subject);
        expect(subjects).toContain('Your Lorewright account is deleted');
      },
      { timeout: 15_000 },
    );
    return [200, answer];
  },
  checkout: async () => [200, await tryAsMallory('checkout', checkoutRequest)],
  confirmCheckout: async () => {
    const { sessionId } = await mallory.call('checkout', checkoutRequest);
    return [200, await tryAsMallory('confirmCheckout', { sessionId })];
  },
  myOrders: async () => [200, await tryAsMallory('myOrders', {})],
  invoice: async () => [404, await tryAsMallory('invoice', { orderId: 'cs_none' })],
  mailLicense: async () => [404, await tryAsMallory('mailLicense', { orderId: 'cs_none' })],
  offerLicense: async () => [
    404,
    await tryAsMallory('offerLicense', {
      orderId: 'cs_none',
      email: 'ben@example.test',
      passOnId: crypto.randomUUID(),
    }),
  ],
  cancelOffer: async () => [404, await tryAsMallory('cancelOffer', { orderId: 'cs_none' })],
  acceptLicense: async () => [400, await tryAsMallory('acceptLicense', { token: 'abc.def' })],
  reissueLicense: async () => [
    404,
    await tryAsMallory('reissueLicense', { orderId: 'cs_none', requestId: crypto.randomUUID() }),
  ],
  myReferrals: async () => [200, await tryAsMallory('myReferrals', {})],
  download: async () => [200, await tryAsMallory('download', { platform: 'win-x64' })],
  downloadResource: async () => [
    200,
    await tryAsMallory('downloadResource', { file: 'tutorial-project.json' }),
  ],
  updateFile: async () => [302, await tryAsMallory('updateFile', {})],
  feedback: async () => [
    200,
    await tryAsMallory('feedback', { feedbackId: crypto.randomUUID(), content: 'Only for the team too.' }),
  ],
  contact: async () => [
    200,
    await tryAsMallory('contact', {
      messageId: crypto.randomUUID(),
      name: 'Mallory',
      email: mallory.email,
      message: 'A letter of my own.',
    }),
  ],
  manualFeedback: async () => [
    200,
    await tryAsMallory('manualFeedback', { feedbackId: crypto.randomUUID(), page: 'map', isClear: true }),
  ],
  referralImpression: async () => [200, await tryAsMallory('referralImpression', { referralCode: 'friend' })],
  // There is no such version.
  reportProblem: async () => [404, await tryAsMallory('reportProblem', problem)],
  subscribe: async () => [
    200,
    await tryAsMallory('subscribe', {
      requestId: crypto.randomUUID(),
      email: 'mallory-without-account@example.test',
      groups: ['updates'],
    }),
  ],
  // The link of an account opens no subscription without one.
  confirmSubscription: async () => [
    400,
    await tryAsMallory('confirmSubscription', { token: await ownToken() }),
  ],
  subscription: async () => [400, await tryAsMallory('subscription', { token: await ownToken() })],
  changeSubscription: async () => [
    400,
    await tryAsMallory('changeSubscription', { token: await ownToken(), seen: ['updates'], groups: [] }),
  ],
  deleteSubscription: async () => [
    400,
    await tryAsMallory('deleteSubscription', { token: await ownToken() }),
  ],
  unsubscribe: async () => [200, await tryAsMallory('unsubscribe', { token: await ownToken() })],
  redeem: async () => [404, await tryAsMallory('redeem', { code: 'ABCD-EFGH-JKLM-2345' })],
  withdraw: async () => [
    200,
    await tryAsMallory('withdraw', {
      withdrawalId: crypto.randomUUID(),
      name: 'Mallory',
      email: mallory.email,
    }),
  ],
  oneClickUnsubscribe: async () => [
    200,
    await tryAsMallory('oneClickUnsubscribe', {}, `?token=${await ownToken()}`),
  ],
  // Only Stripe can sign a request.
  stripeWebhook: null,
};

test.each((Object.keys(siteRoutes) as SiteOperationName[]).filter((name) => ownCalls[name]))(
  'changes no data of another user in a normal call of %s',
  async (name) => {
    const answer = await ownCalls[name]?.();
    if (!answer) throw new Error(`ownCalls has no call for ${name}.`);
    const [expectedStatus, { status, text }] = answer;
    expect(status, text).toBe(expectedStatus);
    expect(text).not.toContain(ana.userId);
    expect(text).not.toContain(ana.email);
    await expectNoChange();
  },
);

test.each(Object.keys(siteRoutes) as SiteOperationName[])(
  'neither returns nor changes data of another user in an attack on %s',
  async (name) => {
    const answers = await attempts[name]();
    expect(answers).not.toEqual([]);
    for (const { status, text } of answers) {
      expect(status).toBeLessThan(500);
      expect(text).not.toContain(ana.userId);
      expect(text).not.toContain(ana.email);
      expect(text).not.toContain(anasCode);
      expect(text).not.toContain('Only for the team.');
    }
    await expectNoChange();
  },
);

test.each(Object.keys(deskRoutes) as DeskOperationName[])(
  'neither returns nor changes data in %s for a caller outside the team',
  async (name) => {
    for (const person of [ana, mallory]) {
      const { userId, email } = person;
      const request = deskRequests({ userId, email, orderId: anasSessionId, feedbackId: anasFeedbackId })[
        name
      ];
      const { status, text } = await tryAsMallory(name, request);
      expect(status).toBe(403);
      expect(text).not.toContain(userId);
      expect(text).not.toContain(email);
    }
    await expectNoChange();
  },
);

describe('a call without an access token', () => {
  const forUsers = (Object.entries(routes) as [OperationName, Route][]).flatMap(([name, { caller }]) =>
    needsToken(caller) || caller === 'updater' ? [name] : [],
  );
  test.each(forUsers)('is rejected for %s', async (name) => {
    const response = await callOperation(siteUrl, name, { data: { userId: ana.userId } });
    expect(response.status).toBe(401);
  });

  test.each(forUsers)('is rejected for %s with an ID token', async (name) => {
    const { status } = await tryAsMallory(name, {}, '', ana.idToken);
    expect(status).toBe(401);
    await expectNoChange();
  });
});
