import { brand } from '../../contract/brand.ts';
import type { Feedback } from '../../contract/feedback-record.ts';
import type { Repair } from '../orders/reconcile-orders.ts';
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

/** Orders that no event had brought in step with Stripe, for the team. */
export function ordersRepaired(repairs: readonly Repair[]): Mail {
  const count = repairs.length === 1 ? 'An order was' : `${repairs.length} orders were`;
  return layOut({
    subject: `${count} repaired`,
    heading: `${count} repaired`,
    paragraphs: [
      'What our tables said was not what Stripe says, and nothing that Stripe told us had mended it. It is mended now, the license with it.',
    ],
    quote: repairs.map(({ orderId, from, to }) => `${orderId}: ${from ?? 'missing'} → ${to}`).join('\n'),
    reason:
      'One now and then is an event that got lost. If there are many, look at the webhook in the Stripe dashboard, and at the dead letters: see the runbook.',
  });
}
