import type { TeamDecision } from '../../../contract/events/license-changes.ts';
import type { Feedback } from '../../../contract/records/feedback.ts';
import type { OrderDispute } from '../../../contract/records/order-dispute.ts';
import { brand } from '../../../contract/rules/brand.ts';
import { formatPrice } from '../../../contract/rules/format-price.ts';
import { stripeDisputeUrl } from '../../../contract/rules/stripe-dashboard.ts';
import type { Repair } from '../orders/checkout-comparison.ts';
import type { StoredOrder } from '../orders/order-store.ts';
import type { FailingRollout } from '../releases/halt-failing-rollouts.ts';
import { layOut, type Mail } from './layout.ts';
import { isolate } from './mail-content.ts';

export interface ContactMessage {
  name: string;
  email: string;
  message: string;
}

/** A message from the contact form, for the team. Replies go to its sender. */
export function contactForTeam({ name, email, message }: ContactMessage): Mail {
  return layOut({
    subject: `Message from ${isolate(name)}`,
    heading: `Message from ${isolate(name)}`,
    paragraphs: [],
    quote: message,
    facts: [
      ['Name', name],
      ['Address', email],
    ],
    reason:
      'Reply to this email to answer the sender. The name and the address were typed into the contact form and are not confirmed.',
  });
}

/** Confirms a message to its sender without quoting it, because anybody could have typed this address. */
export function contactAcknowledgment(siteUrl: string): Mail {
  return layOut({
    subject: `We have received your message to ${brand}`,
    heading: 'We have received your message',
    paragraphs: [
      'Thank you for writing to us. A person will read your message, and we usually answer within a few days.',
      'To add something, use the contact form again.',
    ],
    reason: `You are receiving this email because this address was entered in the contact form of ${brand}. If that was not you, ignore this email: we do not use the address for anything else.`,
    links: [{ label: 'The contact form', url: `${siteUrl}/contact` }],
  });
}

/** Feedback of a user, for the team. */
export function feedbackForTeam({ type, content, feedbackId, timestamp }: Feedback): Mail {
  return layOut({
    subject: `Feedback: ${type}`,
    heading: type,
    paragraphs: [],
    quote: content,
    facts: [
      ['Sent', timestamp],
      ['Feedback id', feedbackId],
    ],
    reason:
      'A signed-in user sent this from the feedback page. Reply to this email to answer them at the address of their account.',
  });
}

/** A rejected upload, for the team. */
export function releaseRefused(version: string, problems: string[]): Mail {
  return layOut({
    subject: `Release ${version} was rejected`,
    heading: `Release ${version} was rejected`,
    paragraphs: [
      `The files of release ${version} in the builds bucket do not match its release.json, or do not match what is live under this version. Nothing has changed for visitors.`,
    ],
    quote: problems.join('\n'),
    reason:
      'Fix the upload and write release.json again: "npm run release -- publish" uploads everything, "npm run release -- complete" uses the files in the bucket. The files of a live version cannot change: publish other files under a new version.',
  });
}

/** Reports to the team that the site has halted a rollout. */
export function rolloutHalted(
  { version, share, networks, updates }: Omit<FailingRollout, 'haltedAt' | 'reason'>,
  siteUrl: string,
): Mail {
  return layOut({
    subject: `The rollout of ${version} is halted`,
    heading: `The rollout of ${version} is halted`,
    paragraphs: [
      `Today, ${counted(networks, 'network')} reported a crash of ${version}, after ${counted(updates, 'update')} to it. That is more than the settings allow, so the site has halted the rollout at ${share}%. Nobody else is offered this version.`,
      'Look at the crashes. Then withdraw the version, or resume its rollout: the site does not halt it again before midnight UTC.',
    ],
    reason: 'The limit is rolloutLimit in settings.ts.',
    links: [{ label: 'The problems at the desk', url: `${siteUrl}/desk?view=problems` }],
  });
}

interface RefusedArticle {
  slug: string;
  problems: readonly string[];
}

/** Reports to the team which articles the site could not publish. */
export function articlesRefused(refused: readonly RefusedArticle[]): Mail {
  const heading = `${counted(refused.length, 'article')} not published`;
  return layOut({
    subject: heading,
    heading,
    paragraphs: [
      'These articles cannot be published as they are in the Articles table. If an earlier version is online, it stays as it is. All other articles are published.',
    ],
    quote: refused
      .flatMap(({ slug, problems }) => problems.map((problem) => `${slug}: ${problem}`))
      .join('\n'),
    reason:
      'Fix the article and publish it again with "npm run article -- publish" or at the desk, which shows all articles that were refused.',
  });
}

/** Reports to the team that a scheduled mailing is a draft again. */
export function mailingNotStarted(subject: string, problem: string): Mail {
  return layOut({
    subject: `Not sent: ${subject}`,
    heading: 'A scheduled mailing was not sent',
    paragraphs: [
      `The time of the mailing “${subject}” has come, but it cannot be sent. It is a draft again, and nobody has received it.`,
    ],
    quote: problem,
    reason: 'Correct it at the desk, below Mailings, then send it or schedule it again.',
  });
}

interface RepairReport {
  repairs: readonly Repair[];
  /** The orders whose buyers were in the wrong group. */
  groups: readonly string[];
  /** The orders or payments that could not be compared. */
  failures: readonly string[];
}

/** Reports to the team which orders differed from Stripe and were repaired, and which could not be repaired. */
export function ordersRepaired({ repairs, groups, failures }: RepairReport): Mail {
  const repaired = `${counted(repairs.length + groups.length, 'order')} repaired`;
  const heading =
    failures.length > 0 ? `${repaired}, ${counted(failures.length, 'order')} need attention` : repaired;
  return layOut({
    subject: heading,
    heading,
    paragraphs: [
      'Our records differed from Stripe, and no event from Stripe had corrected them. The orders listed as repaired now match, and so do their licenses.',
      ...(failures.length > 0
        ? ['The others could not be repaired. The log of the function "reconcile" says why.']
        : []),
    ],
    quote: [
      ...repairs.map(({ orderId, from, to }) => `${orderId}: ${from ?? 'missing'} → ${to}`),
      ...groups.map((orderId) => `${orderId}: group of the buyer corrected`),
      ...failures.map((subject) => `${subject}: needs attention`),
    ].join('\n'),
    reason:
      'A single repair usually means that an event was lost. If there are many, check the webhook in the Stripe dashboard and the dead letters: see docs/alarms.md.',
  });
}

const counted = (count: number, noun: string) => `${count} ${noun}${count === 1 ? '' : 's'}`;

const decisionTexts: Record<Exclude<TeamDecision, 'disputed'>, { subject: string; text: string }> = {
  refundFailed: {
    subject: 'A refund failed',
    text: 'We refunded a payment, and the bank returned it. The buyer has the license through another order, has withdrawn from the contract, or has deleted the account. We do not retry: refund the payment in another way and note it in the Stripe dashboard.',
  },
  heldTwice: {
    subject: 'A buyer paid twice for one license',
    text: 'An order lost its license, the buyer bought another one, and now the first payment is valid again. Both payments are kept. Decide which one to refund in the Stripe dashboard; the buyer keeps the license through the other.',
  },
};

/** An order that needs a decision of the team. */
export function teamDecision(
  decision: keyof typeof decisionTexts,
  { orderId, paymentIntentId = 'none' }: Pick<StoredOrder, 'orderId' | 'paymentIntentId'>,
): Mail {
  const { subject, text } = decisionTexts[decision];
  return layOut({
    subject,
    heading: subject,
    paragraphs: [text],
    facts: [
      ['Order', orderId],
      ['Payment', paymentIntentId],
    ],
    reason: 'You receive one email each time this happens to an order. See docs/support.md.',
  });
}

/** A dispute or an inquiry that needs evidence. Without an answer to a dispute, the bank decides for the buyer. */
export function disputeForTeam({ orderId }: Pick<StoredOrder, 'orderId'>, dispute: OrderDispute): Mail {
  const { disputeId, reason, amountInCents, currency, dueAt, isInquiry } = dispute;
  const amount = formatPrice(amountInCents, currency);
  const subject = isInquiry
    ? `A bank inquires about a payment of ${amount}`
    : `A payment of ${amount} is disputed`;
  const deadline = dueAt ? formatUtc(dueAt) : 'see Stripe';
  return layOut({
    subject,
    heading: subject,
    paragraphs: [
      isInquiry
        ? 'A buyer has asked the bank about this payment. The bank has not taken the money, and the license stays. Answer with evidence before the deadline, or refund the payment; without an answer, the inquiry can become a dispute.'
        : 'A buyer has asked the bank to return this payment. Answer with evidence before the deadline; without an answer, the buyer gets the money and the license ends.',
    ],
    facts: [
      ['Amount', amount],
      ['Reason', reason.replaceAll('_', ' ')],
      ['Deadline', deadline],
      ['Order', orderId],
    ],
    action: { label: 'Open the evidence in Stripe', url: stripeDisputeUrl(orderId, disputeId) },
    reason: `You receive one email for each ${isInquiry ? 'inquiry' : 'dispute'}. docs/support.md says what to do.`,
  });
}

interface DueReset {
  email: string;
  /** ISO 8601, UTC: when the request expires. */
  expiresAt: string;
  /** The page of the person at the desk. */
  url: string;
}

/** A reset of a second factor whose waiting period is over. */
export function resetDueForTeam({ email, expiresAt, url }: DueReset): Mail {
  return layOut({
    subject: 'A second factor can be turned off now',
    heading: 'A second factor can be turned off now',
    paragraphs: [
      'The waiting period of this request is over, and no sign-in has canceled it. Turn off the second factor at the desk, then tell the person to sign in.',
    ],
    facts: [
      ['Address', email],
      ['Possible until', formatUtc(expiresAt)],
    ],
    action: { label: 'Open the person at the desk', url },
    reason: 'You receive one email for each request. docs/support.md says what to check first.',
  });
}

const formatUtc = (at: string): string =>
  `${new Date(at).toLocaleString('en-US', { dateStyle: 'long', timeStyle: 'short', timeZone: 'UTC' })} UTC`;
