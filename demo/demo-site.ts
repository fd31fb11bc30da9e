import { randomUUID } from 'node:crypto';
import { brand } from '../contract/rules/brand.ts';
import { catalog } from '../contract/rules/catalog.ts';
import type { OverviewMetric } from '../contract/rules/overview-metrics.ts';
import { codeStore } from '../lambdas/domain/codes/code-store.ts';
import { createCodes } from '../lambdas/domain/codes/create-codes.ts';
import { redeemCode } from '../lambdas/domain/codes/redeem-code.ts';
import { auditStore } from '../lambdas/domain/desk/audit-store.ts';
import { recordRefund } from '../lambdas/domain/desk/record-refund.ts';
import { feedbackStore } from '../lambdas/domain/feedback/feedback-store.ts';
import { issueLicense } from '../lambdas/domain/licenses/issue-license.ts';
import { mailLogStore } from '../lambdas/domain/mail/mail-log-store.ts';
import { openCheckout } from '../lambdas/domain/orders/open-checkout.ts';
import { orderStore } from '../lambdas/domain/orders/order-store.ts';
import type { RefundDependencies } from '../lambdas/domain/orders/refund-order.ts';
import { settleOrder } from '../lambdas/domain/orders/settle-order.ts';
import { referralStore } from '../lambdas/domain/referrals/referral-store.ts';
import { downloadCounter } from '../lambdas/domain/releases/download-counter.ts';
import { newUser } from '../lambdas/domain/users/new-user.ts';
import { userStore } from '../lambdas/domain/users/user-store.ts';
import { siteNameOf } from '../lib/stages.ts';
import { sampleVersion } from '../local/sample-release.ts';
import { addDemoAccount } from './demo-accounts.ts';
import type { DemoEnding, DemoOrder, DemoPerson } from './demo-people.ts';
import type { DemoStores } from './open-demo-stores.ts';

const siteUrl = 'http://localhost:3000';

const currencies: Record<DemoPerson['country'], string> = {
  US: 'usd',
  DE: 'eur',
  FR: 'eur',
  GB: 'gbp',
  JP: 'jpy',
};

export type DemoSite = ReturnType<typeof demoSite>;

/** The actions of people and the team, with the site's own code. Emails are logged, not sent. */
export function demoSite(stores: DemoStores, adminId: string, now: () => Date) {
  const { client, fake, pool, signer, tableOf } = stores;
  const orders = orderStore(client, tableOf('ORDERS_TABLE'));
  const users = userStore(client, tableOf('USERS_TABLE'));
  const audit = auditStore(client, tableOf('AUDIT_TABLE'));
  const codes = codeStore(client, tableOf('CODES_TABLE'));
  const feedback = feedbackStore(client, tableOf('FEEDBACK_TABLE'));
  const downloads = downloadCounter(client, tableOf('DOWNLOADS_TABLE'));
  const mailLog = mailLogStore(client, tableOf('MAIL_LOG_TABLE'));
  const count = (metric: OverviewMetric) =>
    stores.metrics.add({ namespace: siteNameOf('local'), metric, at: now().getTime() });
  const publishNothing = async () => {};
  const settlement: RefundDependencies = {
    stripe: stores.stripe,
    siteId: tableOf('USER_POOL_ID'),
    siteUrl,
    orders,
    users,
    referrals: referralStore(client, tableOf('REFERRALS_TABLE')),
    async requestGroupSync(userId) {
      const account = pool.find(userId);
      const isActive = (await users.find(userId))?.subscription.status === 'active';
      const others = account?.groups.filter((group) => group !== 'paid') ?? [];
      if (account) pool.save({ ...account, groups: isActive ? [...others, 'paid'] : others });
    },
    requestLicense: (orderId) =>
      issueLicense(
        { siteName: siteNameOf('local'), orders, users, signer, publishLicenseIssued: publishNothing, now },
        orderId,
      ),
    publishLicenseChanged: publishNothing,
    publishUserChanged: publishNothing,
    now,
    pause: async () => {},
  };
  const describe = (action: 'refund' | 'createCodes', reason: string) => ({
    actionId: randomUUID(),
    actorId: adminId,
    action,
    reason,
    requestId: randomUUID(),
  });

  async function refund(orderId: string, reason: string, share = 1): Promise<void> {
    const order = await orders.find(orderId);
    if (!order) throw new Error(`There is no order ${orderId}.`);
    const action = { ...describe('refund', reason), orderId };
    const amountInCents = share < 1 ? Math.floor(order.amountInCents * share) : undefined;
    const seen = order.history.length;
    await recordRefund({ audit, settlement }, action, {
      actionId: action.actionId,
      orderId,
      seen,
      amountInCents,
    });
  }

  let mails = 0;
  /** One email in thirty bounces. */
  async function logMail(userId: string, subject: string): Promise<void> {
    const key = { personKey: userId, mailId: randomUUID() };
    const at = now().toISOString();
    await mailLog.add(key, { at, subject });
    mails += 1;
    const outcome = mails % 30 === 0 ? 'bounced' : 'delivered';
    await mailLog.report(key, { outcome, reportedAt: at });
  }
  const endings: Record<DemoEnding, (orderId: string) => Promise<unknown>> = {
    refund: (orderId) => refund(orderId, 'Bought for somebody else.'),
    part: (orderId) => refund(orderId, 'For the trouble.', 1 / 4),
    async dispute(orderId) {
      const { paymentIntentId = '' } = (await orders.find(orderId)) ?? {};
      await fake.actions.openDispute(paymentIntentId);
      await settleOrder(settlement, { sessionId: orderId, cause: 'dispute' });
    },
    withdrawal: (orderId) =>
      settleOrder(settlement, {
        sessionId: orderId,
        cause: 'withdrawal',
        withdrawnAt: now().toISOString(),
      }),
  };

  return {
    /** @returns the user id */
    async register(person: DemoPerson): Promise<string> {
      const userId = addDemoAccount(pool, person);
      count('RegistrationsStarted');
      if (person.isConfirmed) {
        const { unsubscriptions, ...user } = newUser(userId, person.email, now());
        const others = unsubscriptions.filter((group) => !person.mailGroups.includes(group));
        await users.create({ ...user, unsubscriptions: others });
        count('Registrations');
        await logMail(userId, `Welcome to ${brand}`);
      }
      return userId;
    },

    /** @returns the id of the order */
    async buy(userId: string, person: DemoPerson, offer: DemoOrder['offer']): Promise<string> {
      const { amountInCents } = catalog[offer];
      const user = await users.find(userId);
      if (!user) throw new Error(`${person.email} has no record.`);
      const { sessionId } = await openCheckout(
        { ...settlement, users, readUser: async () => user },
        { userId, groups: [], signedInAt: now(), accessToken: '' },
        {
          priceId: stores.priceIds[offer] ?? '',
          success_url: `${siteUrl}/pricing`,
          cancel_url: `${siteUrl}/pricing`,
        },
        amountInCents > 0 ? { currency: currencies[person.country], salesTax: 'included' } : undefined,
      );
      const address = { country: person.country, line1: '1 Main Street', city: 'Town', postal_code: '12345' };
      await fake.actions.pay(sessionId, { email: person.email, ...(amountInCents > 0 && { address }) });
      await settleOrder(settlement, { sessionId, cause: 'demo' });
      count('CheckoutsStarted');
      count('LicensesGranted');
      await logMail(userId, `Your ${brand} license`);
      return sessionId;
    },

    async end(orderId: string, ending: DemoEnding): Promise<void> {
      await endings[ending](orderId);
      if (ending !== 'dispute') count('Refunds');
    },

    /** The bank decides for the buyer, because nobody sent evidence. */
    async loseDispute(orderId: string): Promise<void> {
      const { dispute } = (await orders.find(orderId)) ?? {};
      if (dispute) await fake.actions.loseDispute(dispute.disputeId);
      await settleOrder(settlement, { sessionId: orderId, cause: 'dispute' });
    },

    giveFeedback: (userId: string, { type, content }: NonNullable<DemoPerson['feedback']>) =>
      feedback.add(
        {
          feedbackId: randomUUID(),
          userId,
          type,
          content,
          timestamp: now().toISOString(),
          comments: [],
          state: 'open',
        },
        users.mustExist(userId),
      ),

    async download({ computer }: DemoPerson): Promise<void> {
      await downloads.count(sampleVersion, computer, now());
      count('Downloads');
    },

    /** Creates a batch of codes for a school, and redeems one for each pupil. */
    async redeemSchoolCodes(pupils: DemoPerson[]): Promise<void> {
      const note = 'For a school of cartography.';
      const made = await createCodes({ codes, audit, now }, describe('createCodes', note), {
        kind: 'education',
        note,
        count: 30,
      });
      const priceId = stores.priceIds.earlyAccess ?? '';
      for (const [index, { email }] of pupils.entries()) {
        const userId = pool.find(email)?.Username ?? '';
        await redeemCode({ ...settlement, orders, codes, priceId }, userId, made[index] ?? '');
      }
    },
  };
}
