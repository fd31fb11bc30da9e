import { AsyncLocalStorage } from 'node:async_hooks';
import { type DynamoDBDocumentClient, PutCommand, QueryCommand } from '@aws-sdk/lib-dynamodb';
import Stripe from 'stripe';
import type { DetailOf } from '../../contract/events/detail-of.ts';
import { stripeEventTypes } from '../../contract/events/stripe-events.ts';
import { termsVersion } from '../../contract/rules/terms-versions.ts';
import { deleteAccount } from '../../lambdas/domain/accounts/delete-account.ts';
import { openedOrder } from '../../lambdas/domain/orders/advance-order.ts';
import type { Repair } from '../../lambdas/domain/orders/checkout-comparison.ts';
import { expireCheckout, openCheckout } from '../../lambdas/domain/orders/open-checkout.ts';
import { orderStore } from '../../lambdas/domain/orders/order-store.ts';
import { paymentSubject } from '../../lambdas/domain/orders/payment-subject.ts';
import { readCheckout, sessionOf } from '../../lambdas/domain/orders/read-checkout.ts';
import { type ReconcileDependencies, reconcileOrders } from '../../lambdas/domain/orders/reconcile-orders.ts';
import { confirmCheckout, settleOrder } from '../../lambdas/domain/orders/settle-order.ts';
import { verifyWebhook } from '../../lambdas/domain/orders/verify-webhook.ts';
import { referralStore } from '../../lambdas/domain/referrals/referral-store.ts';
import { newUser } from '../../lambdas/domain/users/new-user.ts';
import { isPaidGroupInSync, syncPaidGroup } from '../../lambdas/domain/users/paid-group.ts';
import { orSignInAgain } from '../../lambdas/domain/users/read-account.ts';
import { userStore } from '../../lambdas/domain/users/user-store.ts';
import { openStripe } from '../../local/fakes/stripe/open-stripe.ts';
import { stackTable } from '../stack-tables.ts';
import { openDesk } from './desk-world.ts';
import { openLicenseQueue } from './license-queue.ts';

const prices = { free: 'price_free', paid: 'price_paid' } as const;
export type Offer = keyof typeof prices;
export const amountInCents = { free: 0, paid: 4900 };

const siteId = 'pool-1';
const siteUrl = 'https://site.test';
const secret = 'whsec_model';
const webhookSecrets = { current: async () => [secret], renewed: async () => null };

const tables = {
  orders: stackTable('Orders').name,
  users: stackTable('Users').name,
  referrals: stackTable('Referrals').name,
  audit: stackTable('Audit').name,
  codes: stackTable('Codes').name,
};

/** An injected failure. */
export interface Trouble {
  /** The number of the write, counted from 1. */
  atWrite: number;
  /** Whether the write succeeded, and only its response is lost. */
  isDone: boolean;
  /** Whether the failure ends the function, or only this call. */
  isEnd: boolean;
}

/** A running function. */
interface Run {
  /** Reads and writes. */
  calls: number;
  writes: number;
  trouble?: Trouble | undefined;
  pause?: { atCall: number; untilGoesOn: () => Promise<void> };
}

class Interrupted extends Error {}

export type PaymentWorld = Awaited<ReturnType<typeof openPaymentWorld>>;

/**
 * Our payment code with real tables, Stripe's real SDK and the fake Stripe. Only the user pool, the
 * bus and the queue are in memory.
 * @param names of the users; unique in each world, so that all worlds can share the tables
 */
export async function openPaymentWorld(storage: DynamoDBDocumentClient, names: readonly string[]) {
  let seconds = Date.parse('2026-01-01T00:00:00Z') / 1000;
  let looks = 0;
  /** Each read of the clock returns a new time. */
  const now = () => new Date(seconds * 1000 + looks++);
  const runs = new AsyncLocalStorage<Run>();
  /** Calls that arrive after their caller has ended. */
  const late: { target: string; act: () => Promise<unknown> }[] = [];
  /** The messages of the queue `syncPaidGroup`: user IDs. */
  const groupRequests: string[] = [];
  /** The users whose message a function is handling: their other messages wait. */
  const syncing = new Set<string>();
  /** Each event once, as Stripe signed it, until it is handled. */
  const waiting: { body: string; signature: string }[] = [];
  /** The statements in the queue, until they are handled. */
  const withdrawals: { sessionId: string; withdrawnAt: string }[] = [];
  const announced: DetailOf<'licenseChanged'>[] = [];
  const groups = new Map(names.map((name) => [name, new Set<string>()]));

  async function call<Result>(act: () => Promise<Result>): Promise<Result> {
    const run = runs.getStore();
    if (run) run.calls += 1;
    if (run?.pause?.atCall === run?.calls) await run?.pause?.untilGoesOn();
    return act();
  }

  /**
   * @param target the name of the written item, for a write that may arrive after its caller has
   * ended
   */
  const write = <Result>(act: () => Promise<Result>, target?: string): Promise<Result> =>
    call(() => writeNow(act, target));

  async function writeNow<Result>(act: () => Promise<Result>, target?: string): Promise<Result> {
    const run = runs.getStore();
    if (!run) return act();
    run.writes += 1;
    const { atWrite = Number.POSITIVE_INFINITY, isDone, isEnd } = run.trouble ?? {};
    if (run.writes > atWrite && isEnd) throw new Interrupted();
    if (run.writes !== atWrite) return act();
    if (isDone && target !== undefined) late.push({ target, act });
    else if (isDone) await act();
    throw new Interrupted();
  }

  const fakeStripe = await openStripe({
    products: [
      {
        id: 'prod_1',
        name: 'License',
        description: 'A license',
        prices: [
          { id: prices.free, unitAmount: amountInCents.free, currency: 'usd' },
          { id: prices.paid, unitAmount: amountInCents.paid, currency: 'usd', taxBehavior: 'inclusive' },
        ],
      },
    ],
    listener: { secret, onEvent: ({ body, signature }) => void waiting.push({ body, signature }) },
    listenerEvents: [...stripeEventTypes],
    nowSeconds: () => seconds,
  });
  const stripe = new Stripe('sk_test_model', {
    httpClient: Stripe.createFetchHttpClient(((url: string, init: RequestInit) =>
      init.method === 'POST'
        ? write(() => fakeStripe.fetch(url, init))
        : call(() => fakeStripe.fetch(url, init))) as typeof fetch),
    maxNetworkRetries: 0,
  });

  // The same client for all worlds, with this world's writes counted.
  const client = Object.assign(Object.create(storage) as DynamoDBDocumentClient, {
    send: (command: { constructor: { name: string } }) => {
      const send = () => storage.send(command as never);
      return /^(Put|Update|Delete|TransactWrite)/.test(command.constructor.name) ? write(send) : call(send);
    },
  });
  const orders = orderStore(client, tables.orders);
  const users = userStore(client, tables.users);
  const referrals = referralStore(client, tables.referrals);
  const licenses = openLicenseQueue({ orders, users }, write, now);
  const setPaid = (isPaid: boolean) => (userId: string) =>
    write(async () => void groups.get(userId)?.[isPaid ? 'add' : 'delete']('paid'), userId);
  const group: ReconcileDependencies['group'] & Parameters<typeof syncPaidGroup>[0]['group'] = {
    isMember: (userId) => call(async () => groups.get(userId)?.has('paid')),
    add: setPaid(true),
    remove: setPaid(false),
  };
  const dependencies: ReconcileDependencies & { orders: typeof orders; users: typeof users } = {
    stripe,
    siteId,
    siteUrl,
    progress: { read: async () => undefined, keep: async () => {}, forget: async () => {} },
    orders,
    users,
    referrals,
    group,
    requestGroupSync: (userId) => write(async () => void groupRequests.push(userId), 'the queue'),
    requestLicense: licenses.request,
    publishUserChanged: async () => {},
    publishLicenseChanged: (change) => write(async () => void announced.push(change)),
    now,
    pause: async () => {},
  };

  const desk = openDesk({ ...tables, client }, dependencies, prices.paid);

  for (const name of names) {
    await storage.send(
      new PutCommand({ TableName: tables.users, Item: newUser(name, `${name}@example.test`, now()) }),
    );
  }

  /** @returns whether it succeeded */
  async function despite(trouble: Trouble | undefined, act: () => Promise<unknown>): Promise<boolean> {
    return endsWell(runs.run({ calls: 0, writes: 0, trouble }, act));
  }

  /**
   * Starts an action that stops before a call, counted from 1. The returned function lets it
   * continue.
   */
  async function begin(atCall: number, act: () => Promise<unknown>): Promise<() => Promise<boolean>> {
    const reached = Promise.withResolvers<void>();
    const goesOn = Promise.withResolvers<void>();
    const untilGoesOn = () => {
      reached.resolve();
      return goesOn.promise;
    };
    const ended = endsWell(runs.run({ calls: 0, writes: 0, pause: { atCall, untilGoesOn } }, act));
    await Promise.race([reached.promise, ended]);
    return () => {
      goesOn.resolve();
      return ended;
    };
  }

  /** Delivers the late calls: all of them, or those to one target. */
  async function arrive(target?: string): Promise<void> {
    const arriving = late.filter((one) => target === undefined || one.target === target);
    for (const { act } of arriving) await act();
    const rest = late.filter((one) => !arriving.includes(one));
    late.splice(0, late.length, ...rest);
  }

  /** The oldest message of a user without another message in progress. */
  const nextGroupRequest = () => groupRequests.find((userId) => !syncing.has(userId));

  /**
   * Handles one message as SQS delivers it. A failed message is delivered again after its
   * visibility timeout; by then, late calls of the failed run have arrived.
   */
  async function syncGroup(): Promise<void> {
    const userId = nextGroupRequest();
    if (userId === undefined) return;
    syncing.add(userId);
    try {
      await arrive(userId);
      await syncPaidGroup({ users, group }, userId);
      groupRequests.splice(groupRequests.indexOf(userId), 1);
    } finally {
      syncing.delete(userId);
    }
  }

  /** The webhook and its consumers. */
  async function handle({ body, signature }: { body: string; signature: string }): Promise<void> {
    const event = await verifyWebhook(body, signature, webhookSecrets);
    const subject = paymentSubject(event);
    if (!subject) throw new Error(`${event.type} is subscribed but not handled.`);
    const sessionId = await sessionOf(stripe, subject);
    if (sessionId) await settleOrder(dependencies, { sessionId, cause: event.id });
  }

  return {
    fakeStripe,
    groups,
    announced,
    waiting,
    handle,
    despite,
    begin,
    arrive: () => arrive(),
    syncGroup,
    groupRequests,
    licenses,
    desk,
    withdrawals,
    /** A buyer's statement, with its time. */
    stateWithdrawal(sessionId: string, secondsFromNow: number): void {
      const withdrawnAt = new Date((seconds + secondsFromNow) * 1000).toISOString();
      withdrawals.push({ sessionId, withdrawnAt });
    },
    /** Settles the oldest statement. */
    async handleWithdrawal(): Promise<void> {
      const [withdrawal] = withdrawals;
      if (!withdrawal) return;
      await settleOrder(dependencies, { ...withdrawal, cause: 'withdrawal' });
      const index = withdrawals.indexOf(withdrawal);
      if (index >= 0) withdrawals.splice(index, 1);
    },
    /** Removes a message that has failed all its deliveries. */
    giveUpGroupRequest(): string | undefined {
      const userId = nextGroupRequest();
      if (userId !== undefined) groupRequests.splice(groupRequests.indexOf(userId), 1);
      return userId;
    },
    /** Handles all messages of the queues. */
    async handleMessages(): Promise<void> {
      while (groupRequests.length > 0) await syncGroup();
      await licenses.issueAll();
    },
    /** Reconciles every user, as the daily sweep does. */
    async sweepUsers(): Promise<void> {
      for (const name of names) {
        if (!(await isPaidGroupInSync({ users, group }, name))) await dependencies.requestGroupSync(name);
        await licenses.sweep(name);
      }
    },
    /** The time at Stripe and at our site. */
    pass: (passed: number) => {
      seconds += passed;
    },

    /**
     * A checkout in another browser window. It was opened before the site moved to its current
     * address.
     */
    async openWindow(userId: string, offer: Offer, referralCode?: string): Promise<string> {
      const { id } = await stripe.checkout.sessions.create({
        mode: 'payment',
        line_items: [{ price: prices[offer], quantity: 1 }],
        client_reference_id: userId,
        metadata: {
          site: 'https://before.test',
          userId,
          priceId: prices[offer],
          termsVersion,
          ...(referralCode ? { referralCode } : {}),
        },
        success_url: `${siteUrl}/pricing`,
      });
      const opened = await readCheckout(dependencies, id, { isKnown: true });
      if (!opened) throw new Error(`${id} is not ours.`);
      await orders.save(openedOrder(opened), undefined, [users.mustExist(userId)]);
      return id;
    },

    /** A purchase at another site with the same Stripe account, by a buyer who may not have an account here. */
    async sellElsewhere(userId: string): Promise<string> {
      const { id } = await stripe.checkout.sessions.create({
        mode: 'payment',
        line_items: [{ price: prices.paid, quantity: 1 }],
        client_reference_id: userId,
        metadata: { site: 'https://other.test', userId, priceId: prices.paid },
        success_url: 'https://other.test/',
      });
      return id;
    },

    /** @throws AppError `aborted` for license holders */
    openCheckout(userId: string, offer: Offer, referralCode?: string) {
      const readUser = async () => orSignInAgain(await users.find(userId));
      const caller = { userId, groups: [], signedInAt: now(), accessToken: '' };
      const urls = { success_url: `${siteUrl}/a`, cancel_url: `${siteUrl}/b` };
      const request = { priceId: prices[offer], ...urls, ...(referralCode ? { referralCode } : {}) };
      const charge = { currency: 'usd', salesTax: 'included' } as const;
      return openCheckout(
        { stripe, siteId, siteUrl, users, orders, readUser },
        caller,
        request,
        amountInCents[offer] > 0 ? charge : undefined,
      );
    },

    confirm: (userId: string, sessionId: string) => confirmCheckout(dependencies, userId, sessionId),

    /** @throws the first error of an order that could not be reconciled, after all others were */
    async reconcile(): Promise<(Repair | { orderId: string; group: 'paid' })[]> {
      const repairs: (Repair | { orderId: string; group: 'paid' })[] = [];
      const failures: unknown[] = [];
      await reconcileOrders(dependencies, {
        repaired: (repair) => void repairs.push(repair),
        groupRepaired: (orderId) => void repairs.push({ orderId, group: 'paid' }),
        failed: (_, error) => void failures.push(error),
        hasTime: () => true,
      });
      if (failures.length > 0) throw failures[0];
      return repairs;
    },

    deleteAccount: (userId: string) =>
      deleteAccount(
        {
          removeSignIn: async () => void groups.delete(userId),
          closeCheckout: async (sessionId) => void (await expireCheckout(stripe, sessionId)),
          users,
          orders,
          referrals,
          offers: { remove: async () => {} },
          votes: { change: () => ({}) },
          feedback: { ofUser: async () => [], remove: async () => {} },
          letIndexesFollow: async () => {},
          forgetMails: async () => {},
          sayGoodbye: async () => {},
          now: now(),
        },
        userId,
      ),

    giveCode: (userId: string, code: string) =>
      storage.send(new PutCommand({ TableName: tables.referrals, Item: { code, sortKey: 'owner', userId } })),

    order: (sessionId: string) => orders.find(sessionId),
    user: (userId: string) => users.find(userId),

    async conversions(code: string): Promise<Record<string, boolean>> {
      const { Items: items = [] } = await storage.send(
        new QueryCommand({
          TableName: tables.referrals,
          KeyConditionExpression: 'code = :code AND begins_with(sortKey, :conversion)',
          ExpressionAttributeValues: { ':code': code, ':conversion': 'conversion#' },
        }),
      );
      return Object.fromEntries(items.map(({ sortKey, isLicensed }) => [sortKey.split('#')[1], isLicensed]));
    },
  };
}

async function endsWell(work: Promise<unknown>): Promise<boolean> {
  try {
    await work;
    return true;
  } catch (error) {
    if (!isInterruption(error)) throw error;
    return false;
  }
}

/** Stripe's SDK wraps the errors of its HTTP client. */
function isInterruption(error: unknown): boolean {
  if (error instanceof Interrupted) return true;
  const { detail, cause } = error as { detail?: unknown; cause?: unknown };
  return detail instanceof Interrupted || cause instanceof Interrupted;
}
