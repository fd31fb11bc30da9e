import type { Concern } from '../../../contract/events/license-changes.ts';
import type { Feedback } from '../../../contract/records/feedback.ts';
import { brand } from '../../../contract/rules/brand.ts';
import type { Repair } from '../orders/checkout-comparison.ts';
import type { StoredOrder } from '../orders/order-store.ts';
import { layOut, type Mail } from './layout.ts';

export interface ContactLetter {
  name: string;
  email: string;
  message: string;
}

/** A letter from the contact form, for the team. An answer goes to its writer. */
export function contactForTeam({ name, email, message }: ContactLetter): Mail {
  return layOut({
    subject: `Letter from ${name}`,
    heading: `Letter from ${name}`,
    paragraphs: [],
    quote: message,
    facts: [
      ['Name', name],
      ['Address', email],
    ],
    reason:
      'Answer this mail to answer the writer. Name and address are as they were typed in the contact form: nobody has confirmed them.',
  });
}

/** Says that a letter has arrived. It repeats nothing of it: anybody could have typed this address. */
export function contactReceipt(siteUrl: string): Mail {
  return layOut({
    subject: `We have your letter to ${brand}`,
    heading: 'Your letter has arrived',
    paragraphs: [
      'Thank you for writing to us. A person will read your letter, and we usually answer within a few days, to this address.',
      'There is no need to write again; if something is to be added, send it to us in the same way.',
    ],
    reason: `You get this mail because this address was given in the contact form at ${brand}. If it was not you, there is nothing to do: we use the address for nothing else.`,
    links: [{ label: 'The contact form', url: `${siteUrl}/contact` }],
  });
}

/** What a user thinks, for the team. */
export function feedbackForTeam({ type, content, feedbackId, timestamp }: Feedback): Mail {
  return layOut({
    subject: `Feedback: ${type}`,
    heading: type,
    paragraphs: [],
    quote: content,
    facts: [
      ['Sent', timestamp],
      ['Kept as', feedbackId],
    ],
    reason:
      'Somebody who is signed in sent this from the feedback page. Answer this mail to answer them; it goes to the address of their account.',
  });
}

/** An upload that was not taken over, for the team. */
export function releaseRefused(version: string, problems: string[]): Mail {
  return layOut({
    subject: `Release ${version} is refused`,
    heading: `Release ${version} is refused`,
    paragraphs: [
      `What lies in the builds bucket as release ${version} is not what its release.json promises, or not what is live under this version. Nothing has changed for visitors: what was live is live.`,
    ],
    quote: problems.join('\n'),
    reason:
      'Mend the upload and write release.json again: "npm run release -- publish" for the whole of it, or "npm run release -- complete" for what lies there. A version that is live keeps its files: others need a new version.',
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
      'A single repair is usually an event that got lost. If there are many, check the webhook in the Stripe dashboard and the dead letters: see docs/runbook.md.',
  });
}

const counted = (count: number, noun: string) => `${count} ${noun}${count === 1 ? '' : 's'}`;

const concernTexts: Record<Concern, { subject: string; text: string }> = {
  sendBackFailed: {
    subject: 'Money that we sent back has come back',
    text: 'We sent a payment back, and the bank has returned it. Its buyer holds the license by another order, or has deleted the account. We do not try again: please send it back in another way, and note it in the Stripe dashboard.',
  },
  heldTwice: {
    subject: 'Somebody has paid twice for one license',
    text: 'An order had lost its license, its buyer bought another, and now the first payment stands after all. Both are kept. Please decide which of them is to be refunded in the Stripe dashboard; the license stays by the other.',
  },
};

/** An order that needs a person. */
export function orderConcern(
  concern: Concern,
  { orderId, paymentIntentId = 'none' }: Pick<StoredOrder, 'orderId' | 'paymentIntentId'>,
): Mail {
  const { subject, text } = concernTexts[concern];
  return layOut({
    subject,
    heading: subject,
    paragraphs: [text],
    facts: [
      ['Order', orderId],
      ['Payment', paymentIntentId],
    ],
    reason: 'This mail comes once for each time this happens to an order. See docs/runbook.md.',
  });
}
