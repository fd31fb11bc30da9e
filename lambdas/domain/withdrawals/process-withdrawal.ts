import { canWithdraw } from '../../../contract/rules/withdrawal.ts';
import type { LimitStore } from '../limits/limit-store.ts';
import type { UnconfirmedWithdrawal } from '../mail/link-token.ts';
import { acknowledgmentKey, type Sending } from '../mail/send-logged.ts';
import {
  statementAcknowledgment,
  type WithdrawalProblem,
  withdrawalAcknowledgment,
  withdrawalForTeam,
  withdrawalLink,
} from '../mail/withdrawal-mails.ts';
import { buyerOf } from '../orders/order-holder.ts';
import type { OrderStore, StoredOrder } from '../orders/order-store.ts';
import {
  type FindDependencies,
  type FoundOrder,
  findOrders,
  isSameAddress,
  type Withdrawal,
} from './find-orders.ts';

export interface WithdrawalDependencies extends FindDependencies {
  orders: FindDependencies['orders'] & Pick<OrderStore, 'save'>;
  /** Settles an order with the withdrawal, and returns it as stored. */
  settle: (orderId: string, withdrawnAt: string) => Promise<StoredOrder | undefined>;
  /** The link with which the owner of the mailbox confirms the statement about an order. */
  linkFor: (statement: UnconfirmedWithdrawal) => Promise<string>;
  /** Sends an email, at most once for each key. */
  send: (email: Sending) => Promise<void>;
  limits: Pick<LimitStore, 'takeOnce'>;
  now: () => Date;
  siteUrl: string;
  teamAddress: string;
}

/**
 * Handles a statement of withdrawal. A statement that only the buyer can have made takes effect at once. For an order that another person may
 * have named, the buyer gets a link, and the team gets an email at once. Every other statement goes to the team. Acknowledgments do not wait
 * for Stripe, unless the account is deleted. Safe to repeat.
 * @throws StripeError when Stripe does not respond
 */
export async function processWithdrawal(
  dependencies: WithdrawalDependencies,
  withdrawal: Withdrawal,
): Promise<void> {
  const { email, isConfirmed, statedAt } = withdrawal;
  const found = await findOrders(dependencies, withdrawal).catch(async (error: unknown) => {
    await sendAcknowledgment(dependencies, withdrawal);
    throw error;
  });
  const proven = found.find(({ isProven }) => isProven);
  if (proven) return withdraw(dependencies, withdrawal, proven);
  if (isConfirmed) return informTeam(dependencies, withdrawal, 'order is gone');
  const open = found.filter(({ order }) => canWithdraw(order, new Date(statedAt)));
  const isWithheld = open.length > 0 && !(await mayMailLink(dependencies, withdrawal));
  if (!isWithheld) for (const each of open) await sendLink(dependencies, withdrawal, each);
  const hasAnswer = open.some(({ address }) => email !== undefined && isSameAddress(email, address));
  if (!hasAnswer) await sendAcknowledgment(dependencies, withdrawal);
  const isRepeated = found.some(({ order }) => order.withdrawnAt !== undefined);
  if (open.length > 0)
    await informTeam(dependencies, withdrawal, isWithheld ? 'link withheld' : 'waits for the buyer', {
      open,
    });
  else if (!isRepeated) await informTeam(dependencies, withdrawal, 'no such order');
  for (const { order } of open) await rememberStatement(dependencies.orders, order, statedAt);
}

async function withdraw(
  dependencies: WithdrawalDependencies,
  withdrawal: Withdrawal,
  { order, address }: FoundOrder,
): Promise<void> {
  const { orderId } = order;
  const { name, statedAt, isConfirmed } = withdrawal;
  await dependencies.send({
    // A link that is used again confirms the same statement.
    idempotencyKey: `withdrawal#${isConfirmed ? statedAt : withdrawal.withdrawalId}#${orderId}`,
    to: address,
    mail: withdrawalAcknowledgment({ order, statedAt, ...(name ? { name } : {}) }, dependencies.siteUrl),
    logUnder: ownerOf(order),
  });
  const settled = await dependencies.settle(orderId, statedAt);
  // A failed refund is not retried. The team decides.
  if (settled?.withdrawnAt === undefined || settled.hasRefundFailed)
    await informTeam(dependencies, { ...withdrawal, orderId }, 'not refundable', { replyTo: address });
}

/**
 * Stores the first statement that waits for the buyer, so that the desk shows it.
 * @throws Error if the order has changed since it was read; then the event is delivered again
 */
async function rememberStatement(
  orders: Pick<OrderStore, 'save'>,
  order: StoredOrder,
  statedAt: string,
): Promise<void> {
  if (order.withdrawalStatedAt) return;
  const next = { ...order, withdrawalStatedAt: statedAt, version: order.version + 1 };
  if (!(await orders.save(next, order.version, [])))
    throw new Error(`Order ${order.orderId} changed while a statement of withdrawal was stored.`);
}

/** The operation `withdraw` limits statements without an order number, by address. */
async function mayMailLink(
  { limits, now }: WithdrawalDependencies,
  { orderId, withdrawalId }: Withdrawal,
): Promise<boolean> {
  return orderId === undefined || limits.takeOnce('withdrawalLink', orderId, withdrawalId, now());
}

/** The link contains the statement, so that its confirmation can be acknowledged with its whole content. */
async function sendLink(
  { send, linkFor, siteUrl }: WithdrawalDependencies,
  { withdrawalId, statedAt, name }: Withdrawal,
  { order, address }: FoundOrder,
): Promise<void> {
  const { orderId } = order;
  const url = await linkFor({ orderId, statedAt, ...(name ? { name } : {}) });
  await send({
    idempotencyKey: `withdrawalLink#${withdrawalId}#${orderId}`,
    to: address,
    mail: withdrawalLink({ orderId, statedAt, url }, siteUrl),
    logUnder: ownerOf(order),
  });
}

/**
 * Acknowledges the statement to the address that was typed, which may belong to anybody, once per hour. The email does not reveal whether we found an
 * order.
 */
async function sendAcknowledgment(
  { send, siteUrl }: WithdrawalDependencies,
  { email, orderId, statedAt }: Withdrawal,
): Promise<void> {
  if (email === undefined) return;
  await send({
    idempotencyKey: acknowledgmentKey('withdrawalAcknowledgment', email, new Date(statedAt)),
    to: email,
    mail: statementAcknowledgment({ statedAt, ...(orderId ? { orderId } : {}) }, siteUrl),
    logUnder: 'address',
  });
}

async function informTeam(
  { send, teamAddress }: WithdrawalDependencies,
  withdrawal: Withdrawal,
  problem: WithdrawalProblem,
  { replyTo = withdrawal.email, open = [] }: { replyTo?: string; open?: readonly FoundOrder[] } = {},
): Promise<void> {
  await send({
    idempotencyKey: `withdrawalForTeam#${withdrawal.withdrawalId}`,
    to: teamAddress,
    ...(replyTo ? { replyTo } : {}),
    mail: withdrawalForTeam({ ...withdrawal, openOrderIds: open.map(({ order }) => order.orderId) }, problem),
    logUnder: 'nobody',
  });
}

/** An order has no buyer when the account is deleted. */
function ownerOf(order: StoredOrder): Sending['logUnder'] {
  const userId = buyerOf(order);
  return userId ? { userId } : 'address';
}
