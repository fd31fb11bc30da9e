import { beforeAll, expect, test, vi } from 'vitest';
import { type DeskOperationName, deskRoutes } from '../../contract/operations/desk-routes.ts';
import { noFields } from '../../contract/operations/fields.ts';
import { operations } from '../../contract/operations/operations.ts';
import { type OperationName, routes } from '../../contract/operations/routes.ts';
import { type SiteOperationName, siteRoutes } from '../../contract/operations/site-routes.ts';
import { acceptableRequests } from '../acceptable-requests.ts';
import { deskRequests, type Subject } from '../desk-requests.ts';
import { pay } from '../pay.ts';
import { mailsTo, type Person, password, registerPerson } from '../person.ts';
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

/** A token in place of the one of a request that needs it. */
const withToken = (data: object, token: string) => ('token' in data ? { ...data, token } : data);

/** @throws Error for a request with fields that `acceptableRequests` does not have */
function acceptableRequest(name: SiteOperationName, subject: Subject): object {
  const request = acceptableRequests(siteUrl, subject)[name];
  const { method, caller } = routes[name];
  const hasOwnFormat = caller === 'stripe' || caller === 'mail program';
  if (request === undefined && method === 'POST' && !hasOwnFormat && operations[name].request !== noFields)
    throw new Error(`Add a request of ${name} to test/acceptable-requests.ts.`);
  return request ?? {};
}

/** Further requests that an attacker would try, to reach Ana's data. */
const furtherAttempts: Partial<Record<SiteOperationName, () => object[]>> = {
  syncEmail: () => [{ userId: ana.userId, email: ana.email }],
  recoverAccount: () =>
    [password, 'a guess of hers'].map((guess) => ({
      email: ana.email,
      password: guess,
      recoveryCode: '0000-0000-0000',
    })),
  feedback: () => [{ feedbackId: anasFeedbackId, content: 'Overwritten.' }],
  manualFeedback: () => [
    { feedbackId: anasFeedbackId, page: 'map', isClear: false, content: 'Overwritten.' },
  ],
  contact: () => [{ messageId: crypto.randomUUID(), name: 'Ana', email: ana.email, message: 'In her name.' }],
  withdraw: () => [
    { withdrawalId: crypto.randomUUID(), name: 'Ana', email: ana.email },
    { withdrawalId: crypto.randomUUID(), name: 'Ana', orderId: anasSessionId },
  ],
  stripeWebhook: () => [
    {
      type: 'checkout.session.completed',
      data: { object: { id: 'cs_1', metadata: { userId: ana.userId } } },
    },
  ],
};

/** The answers to the requests that an attacker would try, to reach Ana's data. */
async function attack(name: SiteOperationName) {
  const token = await forgedToken();
  const subject = {
    userId: ana.userId,
    email: ana.email,
    orderId: anasSessionId,
    feedbackId: anasFeedbackId,
  };
  const valid = () => withToken(acceptableRequest(name, subject), token);
  const answers = [
    await tryAsMallory(name, { ...valid(), userId: ana.userId }),
    await tryAsMallory(name, valid(), `?userId=${ana.userId}&code=${anasCode}&token=${token}`),
  ];
  for (const data of furtherAttempts[name]?.() ?? []) answers.push(await tryAsMallory(name, data));
  // The token alone, without an order or an address.
  if (name === 'withdraw')
    answers.push(await tryAsMallory(name, { withdrawalId: crypto.randomUUID(), token }));
  return answers;
}

/** For each operation, the status of a call that Mallory is allowed to make; null if there is none. */
const ownStatus: Record<SiteOperationName, number | null> = {
  me: 200,
  updateMe: 200,
  voteForItem: 200,
  syncEmail: 200,
  // Mallory has no second factor.
  renewRecoveryCodes: 400,
  reviewSecurity: 200,
  endRegistration: 400,
  recoverAccount: 403,
  exportMyData: 200,
  deleteAccountData: 200,
  checkout: 200,
  confirmCheckout: 200,
  myOrders: 200,
  invoice: 404,
  mailLicense: 404,
  offerLicense: 404,
  cancelOffer: 404,
  acceptLicense: 400,
  reissueLicense: 404,
  myReferrals: 200,
  download: 200,
  downloadResource: 200,
  updateFile: 302,
  feedback: 200,
  contact: 200,
  manualFeedback: 200,
  referralImpression: 200,
  reportProblem: 200,
  subscribe: 200,
  // The link of an account opens no subscription without one.
  confirmSubscription: 400,
  subscription: 400,
  changeSubscription: 400,
  deleteSubscription: 400,
  unsubscribe: 200,
  redeem: 404,
  withdraw: 200,
  oneClickUnsubscribe: 200,
  // Only Stripe can sign a request.
  stripeWebhook: null,
};

/** Makes the call as Mallory, about her own things. */
async function callAsMallory(name: SiteOperationName) {
  if (name === 'deleteAccountData') return deleteOtherAccount();
  const { userId, email } = mallory;
  const token = await ownToken();
  const { sessionId: orderId } =
    name === 'confirmCheckout' ? await mallory.call('checkout', checkoutRequest) : { sessionId: 'cs_none' };
  const subject = { userId, email, orderId, feedbackId: crypto.randomUUID() };
  const data = withToken(acceptableRequest(name, subject), token);
  return tryAsMallory(
    name,
    name === 'recoverAccount' ? { ...data, email, password } : data,
    name === 'oneClickUnsubscribe' ? `?token=${token}` : '',
  );
}

async function deleteOtherAccount() {
  const leaver = await registerPerson(siteUrl);
  const answer = await tryAsMallory('deleteAccountData', {}, '', leaver.accessToken);
  await vi.waitFor(
    async () => {
      const subjects = (await mailsTo(siteUrl, leaver.email)).map(({ subject }) => subject);
      expect(subjects).toContain('Your Lorewright account is deleted');
    },
    { timeout: 15_000 },
  );
  return answer;
}

test.each((Object.keys(siteRoutes) as SiteOperationName[]).filter((name) => ownStatus[name] !== null))(
  'changes no data of another user in a normal call of %s',
  async (name) => {
    const { status, text } = await callAsMallory(name);
    expect(status, text).toBe(ownStatus[name]);
    expect(text).not.toContain(ana.userId);
    expect(text).not.toContain(ana.email);
    await expectNoChange();
  },
);

test.each(Object.keys(siteRoutes) as SiteOperationName[])(
  'neither returns nor changes data of another user in an attack on %s',
  async (name) => {
    for (const { status, text } of await attack(name)) {
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
