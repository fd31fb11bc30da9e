import * as events from '../../contract/events/events.ts';
import * as operations from '../../contract/operations/desk-order-operations.ts';
import { deskPageSize } from '../../contract/rules/desk-rules.ts';
import { describeAction } from '../domain/desk/describe-action.ts';
import { entryOf, recordAction } from '../domain/desk/record-action.ts';
import { recordRefund } from '../domain/desk/record-refund.ts';
import { limitStore } from '../domain/limits/limit-store.ts';
import { givesLicense } from '../domain/orders/advance-order.ts';
import { concludeOrder } from '../domain/orders/conclude-order.ts';
import { deskStateOf } from '../domain/orders/desk-state-of.ts';
import { giftPriceId, grantGift, revokeGift } from '../domain/orders/gift-orders.ts';
import { orderFinishing } from '../domain/orders/order-finishing.ts';
import { orderLists } from '../domain/orders/order-lists.ts';
import { ordersCsv } from '../domain/orders/orders-csv.ts';
import { passOnLicense } from '../domain/orders/pass-on-license.ts';
import { passOnStore } from '../domain/orders/pass-on-store.ts';
import { reissueLicense } from '../domain/orders/reissue-license.ts';
import { settleOrder } from '../domain/orders/settle-order.ts';
import { totalsOf } from '../domain/orders/totals-of.ts';
import { referralStore } from '../domain/referrals/referral-store.ts';
import { readAccount } from '../domain/users/read-account.ts';
import { readAddresses } from '../domain/users/read-addresses.ts';
import { AppError } from '../platform/app-error.ts';
import { sqs } from '../platform/aws/sqs.ts';
import { backOff } from '../platform/back-off.ts';
import { publishEvent } from '../platform/publish-event.ts';
import type { Desk } from './compose.ts';

type Dependencies = ReturnType<typeof compose>;

export function compose(desk: Desk) {
  const { bus, config, tables } = desk;
  return {
    ...desk,
    limits: limitStore(tables, config.LIMITS_TABLE),
    orderLists: orderLists(tables, config.ORDERS_TABLE),
    passOns: passOnStore(tables, config.LIMITS_TABLE),
    ...orderFinishing({ bus, queues: sqs(), config }),
    pause: backOff,
    priceIds: config.PRICE_IDS,
    referrals: referralStore(tables, config.REFERRALS_TABLE),
    siteId: config.USER_POOL_ID,
    siteUrl: config.SITE_URL,
  };
}

export const deskMailLicense = ({ audit, bus, now, orders, serveDesk }: Dependencies) =>
  serveDesk(operations.deskMailLicense, async (call) => {
    const { orderId, actionId } = call.data;
    const order = await orders.find(orderId);
    if (!order?.userId || !order.licenseFile || !givesLicense(order))
      throw new AppError('not-found', 'There is no active license for this order.');
    const { userId, status } = order;
    const action = describeAction(call, 'mailLicense', { personId: userId, orderId, before: status });
    await recordAction({ audit, now }, action, async () => {
      // A repeated request sends no second email.
      await publishEvent(bus, events.licenseIssued, { orderId, userId, requestId: actionId });
      return status;
    });
    return {};
  });

export const deskLicenseFile = ({ audit, now, orders, serveDesk }: Dependencies) =>
  serveDesk(operations.deskLicenseFile, async (call) => {
    const { orderId } = call.data;
    const order = await orders.find(orderId);
    if (!order?.userId || !order.licenseFile || !givesLicense(order))
      throw new AppError('not-found', 'There is no active license for this order.');
    const subject = { personId: order.userId, orderId };
    // The entry comes first, so no file is returned without one.
    await audit.begin(entryOf(describeAction(call, 'licenseFile', subject), now(), 'done'));
    return { licenseFile: order.licenseFile };
  });

export const deskReissueLicense = (dependencies: Dependencies) =>
  dependencies.serveDesk(operations.deskReissueLicense, async (call) => {
    const { audit, now } = dependencies;
    const { orderId, actionId } = call.data;
    await reissueLicense(dependencies, { orderId, requestId: actionId }, ({ userId }) => {
      const action = describeAction(call, 'reissue', { personId: userId, orderId });
      return [audit.part(entryOf(action, now(), 'done'))];
    });
    return {};
  });

/** The pause of 30 days does not hold for the team. */
export const deskMoveLicense = (dependencies: Dependencies) =>
  dependencies.serveDesk(operations.deskMoveLicense, async (call) => {
    const { audit, now, pool, userPoolId } = dependencies;
    const { orderId, actionId, email, seen } = call.data;
    const account = await readAccount(pool, userPoolId, email);
    if (!account?.sub || account.email_verified !== 'true')
      throw new AppError('not-found', 'There is no account with this address, or it is not confirmed.');
    const receiverId = account.sub;
    const entryFor = (action: 'moveLicense' | 'receive', personId: string | undefined, auditId: string) => {
      const { reason, ...described } = describeAction(call, action, { personId, orderId });
      return audit.part(
        // The new holder may export it, and the reason is about the holder before.
        entryOf(
          { ...described, ...(action === 'moveLicense' ? { reason } : {}), actionId: auditId },
          now(),
          'done',
        ),
      );
    };
    await passOnLicense(
      dependencies,
      { orderId, requestId: actionId, receiverId, cause: 'desk', seen },
      () => {},
      ({ userId }) => [
        entryFor('moveLicense', userId, actionId),
        entryFor('receive', receiverId, `${actionId}#receive`),
      ],
    );
    return {};
  });

export const deskSettle = (dependencies: Dependencies) =>
  dependencies.serveDesk(operations.deskSettle, async (call) => {
    const { orderId } = call.data;
    const order = await dependencies.orders.find(orderId);
    if (!order) throw new AppError('not-found', 'There is no such order.');
    const action = describeAction(call, 'settle', { personId: order.userId, orderId, before: order.status });
    // Stripe does not know a gift.
    if (order.source)
      throw new AppError('aborted', 'Stripe does not know this order, because nothing was paid for it.');
    let { status } = order;
    await recordAction(dependencies, action, async () => {
      const stripe = await dependencies.openStripe();
      const settled = await settleOrder({ ...dependencies, stripe }, { sessionId: orderId, cause: 'desk' });
      if (!settled) throw new AppError('not-found', 'Stripe does not know this order.');
      status = settled.status;
      return status;
    });
    return { status };
  });

export const deskRefund = (dependencies: Dependencies) =>
  dependencies.serveDesk(operations.deskRefund, async (call) => {
    const { reason: _, ...refund } = call.data;
    const action = describeAction(call, 'refund', { orderId: refund.orderId });
    const { audit, openStripe } = dependencies;
    const settlement = { ...dependencies, stripe: await openStripe() };
    const { status } = await recordRefund({ audit, settlement }, action, refund);
    return { status };
  });

export const deskGift = (dependencies: Dependencies) =>
  dependencies.serveDesk(operations.deskGift, async (call) => {
    const { audit, now, priceIds } = dependencies;
    const { userId, actionId, from } = call.data;
    const orderId = `gift_${actionId.replaceAll('-', '')}`;
    const action = describeAction(call, 'gift', { personId: userId, orderId });
    const gift = { orderId, userId, priceId: giftPriceId(priceIds), source: 'gift', giftFrom: from } as const;
    const order = await grantGift(dependencies, gift, [audit.part(entryOf(action, now(), 'done', 'free'))]);
    if (!order)
      throw new AppError('aborted', 'This account has just changed. Look at it again, then decide.');
    return { orderId };
  });

export const deskRevoke = (dependencies: Dependencies) =>
  dependencies.serveDesk(operations.deskRevoke, async (call) => {
    const { audit, now } = dependencies;
    const { orderId, seen } = call.data;
    const { status } = await revokeGift(dependencies, { orderId, seen, cause: 'desk' }, (order) => {
      const subject = { personId: order.userId, orderId, before: order.status };
      const action = describeAction(call, 'revoke', subject);
      return [audit.part(entryOf(action, now(), 'done', 'revoked'))];
    });
    return { status };
  });

export const deskConclude = (dependencies: Dependencies) =>
  dependencies.serveDesk(operations.deskConclude, async (call) => {
    const { audit, now, orders } = dependencies;
    const { status } = await concludeOrder(orders, call.data, (order) => {
      const subject = { personId: order.userId, orderId: order.orderId, before: deskStateOf(order) };
      return [audit.part(entryOf(describeAction(call, 'conclude', subject), now(), 'done', order.status))];
    });
    return { status };
  });

export const deskOrders = ({ orderLists, serveDesk, tables, usersTable }: Dependencies) =>
  serveDesk(operations.deskOrders, async ({ data: { cursor, ...filter } }) => {
    const { orders, ...page } = await orderLists.page(filter, cursor, deskPageSize);
    const buyers = orders.flatMap(({ userId }) => (userId ? [userId] : []));
    const addresses = await readAddresses(tables, usersTable, buyers);
    return {
      orders: orders.map((order) => ({ ...order, email: addresses.get(order.userId ?? '') })),
      ...page,
    };
  });

/** The money movements of the orders, which may be later than their month. */
export const deskOrderReport = ({ orderLists, serveDesk }: Dependencies) =>
  serveDesk(operations.deskOrderReport, async ({ data }) => {
    const orders = await orderLists.all(data);
    const everything = { from: data.month ?? '0', to: '9999' };
    return { totals: totalsOf(orders), csv: ordersCsv(orders, everything).text };
  });
