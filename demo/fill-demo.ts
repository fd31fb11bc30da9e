import { randomUUID } from 'node:crypto';
import { catalog } from '../contract/rules/catalog.ts';
import { codeStore } from '../lambdas/domain/codes/code-store.ts';
import { createCodes } from '../lambdas/domain/codes/create-codes.ts';
import { redeemCode } from '../lambdas/domain/codes/redeem-code.ts';
import { auditStore } from '../lambdas/domain/desk/audit-store.ts';
import { recordRefund } from '../lambdas/domain/desk/record-refund.ts';
import { feedbackStore } from '../lambdas/domain/feedback/feedback-store.ts';
import { issueLicense } from '../lambdas/domain/licenses/issue-license.ts';
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
import { type DemoOrder, type DemoPerson, inventPeople } from './demo-people.ts';
import type { DemoStores } from './open-demo-stores.ts';

export interface DemoClock {
  now: () => Date;
  setTo: (at: Date) => void;
}

interface Step {
  at: Date;
  act: () => Promise<void>;
}

const dayMs = 24 * 60 * 60 * 1000;
const siteUrl = 'http://localhost:3000';

/**
 * Plays two years of history with the site's own functions: registrations, purchases, refunds, disputes, withdrawals, codes and feedback, in
 * the order of their times. No email is sent.
 */
export async function fillDemo(
  stores: DemoStores,
  clock: DemoClock,
  { today, adminId, count }: { today: Date; adminId: string; count: number },
  onProgress: (done: number, all: number) => void,
): Promise<void> {
  const { client, fake, pool, signer, tableOf } = stores;
  const { now } = clock;
  const orders = orderStore(client, tableOf('ORDERS_TABLE'));
  const users = userStore(client, tableOf('USERS_TABLE'));
  const audit = auditStore(client, tableOf('AUDIT_TABLE'));
  const codes = codeStore(client, tableOf('CODES_TABLE'));
  const feedback = feedbackStore(client, tableOf('FEEDBACK_TABLE'));
  const downloads = downloadCounter(client, tableOf('DOWNLOADS_TABLE'));
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
        { siteName: siteNameOf('local'), orders, users, signer, announce: async () => {}, now },
        orderId,
      ),
    announce: async () => {},
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

  async function buy(userId: string, person: DemoPerson, { offer }: DemoOrder): Promise<string> {
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
    await fake.actions.pay(sessionId, {
      email: person.email,
      ...(amountInCents > 0 && {
        address: { country: person.country, line1: '1 Main Street', city: 'Town', postal_code: '12345' },
      }),
    });
    await settleOrder(settlement, { sessionId, cause: 'demo' });
    return sessionId;
  }

  async function end(orderId: string, kind: NonNullable<DemoOrder['ending']>['kind']): Promise<void> {
    const order = await orders.find(orderId);
    const payment = order?.paymentIntentId;
    if (!order || !payment) return;
    if (kind === 'dispute') await fake.actions.openDispute(payment);
    if (kind === 'dispute' || kind === 'withdrawal') {
      const withdrawnAt = kind === 'withdrawal' ? { withdrawnAt: now().toISOString() } : {};
      await settleOrder(settlement, { sessionId: orderId, cause: kind, ...withdrawnAt });
      return;
    }
    const action = describe('refund', kind === 'refund' ? 'Bought for somebody else.' : 'For the trouble.');
    const amountInCents = kind === 'part' ? Math.floor(order.amountInCents / 4) : undefined;
    const refund = { actionId: action.actionId, orderId, seen: order.history.length, amountInCents };
    await recordRefund({ audit, settlement }, { ...action, orderId }, refund);
  }

  function stepsOf(person: DemoPerson): Step[] {
    const after = (days: number) => new Date(person.registeredAt.getTime() + days * dayMs + 10 * 60_000);
    const { order, feedback: said } = person;
    let userId = '';
    let orderId = '';
    return [
      {
        at: person.registeredAt,
        async act() {
          userId = addDemoAccount(pool, person);
          if (person.isConfirmed) await users.create(newUser(userId, person.email, now()));
        },
      },
      ...(order
        ? [
            {
              at: after(order.afterDays),
              async act() {
                orderId = await buy(userId, person, order);
              },
            },
          ]
        : []),
      ...(order?.ending
        ? [{ at: after(order.ending.afterDays), act: () => end(orderId, order.ending?.kind ?? 'refund') }]
        : []),
      ...(said
        ? [
            {
              at: after(said.afterDays),
              act: () =>
                feedback.add(
                  {
                    feedbackId: randomUUID(),
                    userId,
                    type: said.type,
                    content: said.content,
                    timestamp: now().toISOString(),
                    comments: [],
                    state: 'open',
                  },
                  users.mustExist(userId),
                ),
            },
          ]
        : []),
      ...Array.from({ length: person.downloads }, (_, index) => ({
        at: after(index),
        act: () => downloads.count(sampleVersion, 'win-x64', now()),
      })),
    ];
  }

  const people = inventPeople(today, count);
  const steps = people.flatMap(stepsOf).filter(({ at }) => at < today);
  steps.sort((a, b) => a.at.getTime() - b.at.getTime());
  for (const [index, { at, act }] of steps.entries()) {
    clock.setTo(at);
    await act();
    if (index % 50 === 0) onProgress(index, steps.length);
  }
  clock.setTo(new Date(today.getTime() - 20 * dayMs));
  await redeemSome();
  clock.setTo(today);

  /** A batch for a school, of which a few codes are redeemed. */
  async function redeemSome(): Promise<void> {
    const made = await createCodes(
      { codes, audit, now },
      describe('createCodes', 'For a school of cartography.'),
      { kind: 'education', note: 'For a school of cartography.', count: 30 },
    );
    const pupils = people.filter(
      ({ order, isConfirmed, registeredAt }) => isConfirmed && !order && registeredAt < now(),
    );
    for (const [index, pupil] of pupils.slice(0, 8).entries()) {
      const userId = pool.find(pupil.email)?.Username ?? '';
      const priceId = stores.priceIds.earlyAccess ?? '';
      await redeemCode({ ...settlement, orders, codes, priceId }, userId, made[index] ?? '');
    }
  }
}

const currencies: Record<DemoPerson['country'], string> = {
  US: 'usd',
  DE: 'eur',
  FR: 'eur',
  GB: 'gbp',
  JP: 'jpy',
};
