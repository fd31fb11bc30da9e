import { orderStates } from '../../../contract/records/order-states.ts';
import { brand } from '../../../contract/rules/brand.ts';
import { formatPrice } from '../../../contract/rules/format-price.ts';
import { canWithdraw, withdrawalDays, withdrawalLinkDays } from '../../../contract/rules/withdrawal.ts';
import type { StoredOrder } from '../orders/order-store.ts';
import { layOut, type Mail } from './layout.ts';

/** A statement that can only come from the buyer. */
interface StatementDetails {
  /** The order before the statement. */
  order: WithdrawnOrder & Pick<StoredOrder, 'orderId' | 'currency'>;
  /** ISO 8601, UTC. */
  statedAt: string;
  /** The text that the sender typed. */
  name?: string;
}

/** Acknowledges a statement to the buyer, and says what happens next. Another email reports the refund. */
export function withdrawalAcknowledgment({ order, statedAt, name }: StatementDetails, siteUrl: string): Mail {
  return layOut({
    subject: `We have received your withdrawal`,
    heading: 'We have received your withdrawal',
    paragraphs: [
      `You have told us that you withdraw from your order at ${brand}. This email confirms what you told us, and when; please keep it.`,
      withdrawalOutcome(order, new Date(statedAt)),
    ],
    facts: [
      ...(name ? ([['Name', name]] satisfies [string, string][]) : []),
      ['Statement', 'I withdraw from the contract for this order.'],
      ['Order', order.orderId],
      ['Price', formatPrice(order.amountInCents, order.currency)],
      ['Received', formatMoment(statedAt)],
    ],
    reason: `You are receiving this email because somebody withdrew from your order at ${brand}, with your account, with your order number and email address, or with a link from this mailbox. If that was not you, write to us.`,
    links: [
      { label: 'Your purchases', url: `${siteUrl}/account?tab=purchases` },
      { label: 'Write to us', url: `${siteUrl}/contact` },
    ],
  });
}

interface LinkDetails {
  orderId: string;
  /** ISO 8601, UTC. */
  statedAt: string;
  url: string;
}

/** Asks the buyer to confirm a statement that anybody could have made. It does not quote what the sender typed. */
export function withdrawalLink({ orderId, statedAt, url }: LinkDetails, siteUrl: string): Mail {
  return layOut({
    subject: `Confirm your withdrawal from your ${brand} order`,
    heading: 'Please confirm your withdrawal',
    paragraphs: [
      'We have received a statement of withdrawal for this order. This email confirms what was stated, and when; please keep it.',
      'If the statement is yours, press the button: we then refund the whole price, and the license ends.',
      `Your withdrawal counts from the time below, not from the time when you press the button. The link works for ${withdrawalLinkDays} days.`,
      'If it is not yours, ignore this email. Nothing happens without the link.',
    ],
    facts: [
      ['Statement', 'I withdraw from the contract for this order.'],
      ['Order', orderId],
      ['Received', formatMoment(statedAt)],
    ],
    action: { label: 'Withdraw from contract here', url },
    reason: `You are receiving this email because the order number or the email address of your order was entered on the withdrawal page of ${brand}.`,
    links: [{ label: 'Write to us', url: `${siteUrl}/contact` }],
  });
}

/** Acknowledges a statement to an address that anybody could have typed. It does not say whether the address has an order. */
export function statementAcknowledgment(
  { statedAt, orderId }: { statedAt: string; orderId?: string },
  siteUrl: string,
): Mail {
  return layOut({
    subject: 'We have received your statement',
    heading: 'We have received your statement',
    paragraphs: [
      `You have told us that you withdraw from an order at ${brand}. This email confirms what you told us, and when; please keep it.`,
      'If the order was placed with another email address, that address gets a link that completes the withdrawal. Otherwise a member of our team looks at your statement and writes to you.',
    ],
    facts: [
      ['Statement', 'I withdraw from the contract for my order.'],
      ...(orderId ? [['Order', orderId] satisfies [string, string]] : []),
      ['Received', formatMoment(statedAt)],
    ],
    reason: `You are receiving this email because this address was entered on the withdrawal page of ${brand}. If that was not you, ignore this email: we do not use the address for anything else.`,
    links: [
      { label: 'Withdraw from contract here', url: `${siteUrl}/withdraw` },
      { label: 'Write to us', url: `${siteUrl}/contact` },
    ],
  });
}

interface TeamDetails {
  name?: string | undefined;
  orderId?: string | undefined;
  email?: string | undefined;
  /** ISO 8601, UTC. */
  statedAt: string;
  /** The orders whose buyer got a link. */
  openOrderIds?: readonly string[];
}

/** Why a statement did not take effect automatically. */
export type WithdrawalProblem =
  | 'waits for the buyer'
  | 'link withheld'
  | 'no such order'
  | 'not refundable'
  | 'order is gone';

const needsDecision = 'A withdrawal needs a decision';

const unconfirmedSender =
  'A reply goes to the address in the form, which is not confirmed: do not tell the sender about the orders of somebody else.';

const problemTexts: Record<WithdrawalProblem, { subject: string; text: string; reason: string }> = {
  'waits for the buyer': {
    subject: 'A withdrawal waits for its buyer',
    text: `Somebody stated a withdrawal, which anybody could have done: the order number is missing, or the address is not that of the order. The site mailed a link to the buyer of each open order below. It refunds an order by itself when its buyer uses the link within ${withdrawalLinkDays} days. A valid statement counts even if the link is never used, so ask the buyer if the order is not refunded in a few days.`,
    reason: unconfirmedSender,
  },
  'link withheld': {
    subject: needsDecision,
    text: 'Somebody stated a withdrawal with an order number and an address that is not that of the order. Too many such statements about the order came within an hour, so the site may not have mailed a link to the buyer. A valid statement counts without the link, so ask the buyer.',
    reason: unconfirmedSender,
  },
  'no such order': {
    subject: needsDecision,
    text: 'Somebody stated a withdrawal, and the site found no order that it can refund: the order number or the address is unknown, or the order cost nothing, was refunded or reversed, or is too old.',
    reason:
      'Reply to this email to answer the sender. The name and the address were typed into the form and are not confirmed.',
  },
  'not refundable': {
    subject: needsDecision,
    text: 'The buyer withdrew from an order that the site does not refund by itself: it cost nothing, was refunded or reversed, is too old, or an earlier refund failed.',
    reason: 'Reply to this email to answer the buyer.',
  },
  'order is gone': {
    subject: needsDecision,
    text: 'The buyer confirmed a statement with the link in our email, and the site no longer finds the order or its address. Find the buyer in the Stripe dashboard.',
    reason: 'This email has no address for a reply.',
  },
};

/** A statement that did not take effect automatically, for the team. */
export function withdrawalForTeam(
  { name, orderId, email, statedAt, openOrderIds = [] }: TeamDetails,
  problem: WithdrawalProblem,
): Mail {
  const facts: [string, string | undefined][] = [
    ['Name', name],
    ['Order', orderId],
    ['Address', email],
    ['Received', formatMoment(statedAt)],
    ['Open orders', openOrderIds.join(', ') || undefined],
  ];
  const { subject, text, reason } = problemTexts[problem];
  return layOut({
    subject,
    heading: subject,
    paragraphs: [
      text,
      'The law requires an answer, and a refund within 14 days if the withdrawal is valid. A refund in the Stripe dashboard ends the license.',
    ],
    facts: facts.filter((fact): fact is [string, string] => fact[1] !== undefined),
    reason,
  });
}

/** With the time zone, because a statement counts from its time. */
function formatMoment(at: string): string {
  const format = new Intl.DateTimeFormat('en-US', { dateStyle: 'long', timeStyle: 'long', timeZone: 'UTC' });
  return format.format(new Date(at));
}

export type WithdrawnOrder = Pick<
  StoredOrder,
  'amountInCents' | 'status' | 'refundReason' | 'withdrawnAt' | 'licensedAt' | 'createdAt'
>;

const personAnswers = 'One of us looks at your statement and writes to you.';

/** Describes the outcome of a withdrawal to the buyer, from the order before the withdrawal. */
export function withdrawalOutcome(order: WithdrawnOrder, statedAt: Date): string {
  const { amountInCents, status, refundReason, withdrawnAt } = order;
  if (canWithdraw(order, statedAt)) return outcomeInTime(order);
  if (withdrawnAt !== undefined)
    return 'You had already withdrawn from this order. Your earlier statement counts, and another email tells you, or has told you, about the refund.';
  if (amountInCents === 0)
    return `This order cost nothing, so there is no payment to refund. ${personAnswers}`;
  if (refundReason !== undefined || status === 'refunded' || status === 'disputeLost')
    return `The payment for this order goes back to you already, or has gone back, so this statement starts no other refund. ${personAnswers}`;
  if (!orderStates[status].givesLicense)
    return `We have not received a payment for this order, so there is nothing to refund now. ${personAnswers}`;
  return `By our count, the ${withdrawalDays} days in which you can withdraw from this order were over. ${personAnswers}`;
}

/** The order is paid, or about to be. */
function outcomeInTime({ status }: WithdrawnOrder): string {
  if (orderStates[status].isAwaitingMoney)
    return 'Your payment for this order has not arrived yet. If it arrives, we will refund all of it to the payment method that you used, and another email will tell you when that is done. You get no license.';
  if (status === 'disputed')
    return 'Your license ends. Your bank is reviewing the payment after a dispute: if it decides in our favor, we will refund everything that you paid, and another email will tell you about it.';
  return 'We are refunding everything that you paid, to the payment method that you used. Your license ends. Another email will tell you when both are done.';
}
