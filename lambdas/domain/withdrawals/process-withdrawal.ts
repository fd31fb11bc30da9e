import { canWithdraw } from '../../../contract/rules/withdrawal.ts';
import type { Mail } from '../mail/layout.ts';
import { receiptIdempotencyKey } from '../mail/receipt-idempotency-key.ts';
import {
  type StatementDetails,
  withdrawalForTeam,
  withdrawalLink,
  withdrawalReceipt,
  withdrawalReceived,
} from '../mail/withdrawal-mails.ts';
import type { StoredOrder } from '../orders/order-store.ts';
import {
  type FindDependencies,
  type FoundOrder,
  findOrders,
  isSameAddress,
  type Withdrawal,
} from './find-orders.ts';

export interface WithdrawalDependencies extends FindDependencies {
  /** Settles an order with the withdrawal, and returns it as stored. */
  settle: (orderId: string, withdrawnAt: string) => Promise<StoredOrder | undefined>;
  /** The link with which the owner of the mailbox confirms the statement about an order. */
  linkFor: (orderId: string, statedAt: string) => Promise<string>;
  /** Sends an email, at most once for each key. */
  send: (email: { idempotencyKey: string; to: string; replyTo?: string; mail: Mail }) => Promise<void>;
  siteUrl: string;
  teamAddress: string;
}

/**
 * Handles a statement of withdrawal. A statement that can only come from the buyer takes effect at once. For an order that somebody else may
 * mean, the buyer gets a link that confirms it. The team gets everything else. The emails that confirm the receipt do not wait for Stripe,
 * except for the address of a deleted account. Safe to repeat.
 * @throws StripeError when Stripe does not answer
 */
export async function processWithdrawal(
  dependencies: WithdrawalDependencies,
  withdrawal: Withdrawal,
): Promise<void> {
  const { siteUrl, send } = dependencies;
  const { email, isConfirmed } = withdrawal;
  const found = await findOrders(dependencies, withdrawal).catch(async (error: unknown) => {
    // The receipt does not wait for Stripe.
    await sendReceipt(dependencies, withdrawal);
    throw error;
  });
  const [proven] = found.filter(({ isProven }) => isProven);
  if (proven) {
    const { order, address } = proven;
    const details = detailsOf(withdrawal, order);
    await send({
      idempotencyKey: `withdrawal#${withdrawal.withdrawalId}`,
      to: address,
      mail: withdrawalReceived(details, siteUrl),
    });
    const settled = await dependencies.settle(order.orderId, withdrawal.statedAt);
    if (settled?.withdrawnAt === undefined) await informTeam(dependencies, withdrawal, address);
    return;
  }
  if (isConfirmed) {
    await informTeam(dependencies, withdrawal);
    return;
  }
  const open = found.filter(({ order }) => canWithdraw(order, new Date(withdrawal.statedAt)));
  for (const each of open) await sendLink(dependencies, withdrawal, each);
  if (!open.some(({ address }) => email !== undefined && isSameAddress(email, address)))
    await sendReceipt(dependencies, withdrawal);
  if (open.length === 0) await informTeam(dependencies, withdrawal);
}

/** The link contains the time of the statement. An order gets one link an hour: others must not be able to fill the inbox of its buyer. */
async function sendLink(
  { send, linkFor, siteUrl }: WithdrawalDependencies,
  withdrawal: Withdrawal,
  { order, address }: FoundOrder,
): Promise<void> {
  const { statedAt } = withdrawal;
  const url = await linkFor(order.orderId, statedAt);
  await send({
    idempotencyKey: receiptIdempotencyKey('withdrawalLink', order.orderId, new Date(statedAt)),
    to: address,
    mail: withdrawalLink({ orderId: order.orderId, statedAt, url }, siteUrl),
  });
}

/** Confirms the receipt to the address that was typed, which may belong to anybody. It is the same whether or not we found an order. */
async function sendReceipt(
  { send, siteUrl }: WithdrawalDependencies,
  { email, statedAt }: Withdrawal,
): Promise<void> {
  if (email === undefined) return;
  await send({
    idempotencyKey: receiptIdempotencyKey('withdrawalReceipt', email, new Date(statedAt)),
    to: email,
    mail: withdrawalReceipt(statedAt, siteUrl),
  });
}

async function informTeam(
  { send, teamAddress }: WithdrawalDependencies,
  withdrawal: Withdrawal,
  buyerAddress?: string,
): Promise<void> {
  const replyTo = buyerAddress ?? withdrawal.email;
  await send({
    idempotencyKey: `withdrawalForTeam#${withdrawal.withdrawalId}`,
    to: teamAddress,
    ...(replyTo ? { replyTo } : {}),
    mail: withdrawalForTeam(withdrawal, { isProven: buyerAddress !== undefined }),
  });
}

function detailsOf({ name, statedAt }: Withdrawal, order: StoredOrder): StatementDetails {
  const { orderId, amountInCents, currency } = order;
  return { orderId, statedAt, amountInCents, currency, ...(name ? { name } : {}) };
}
