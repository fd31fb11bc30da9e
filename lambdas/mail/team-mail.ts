import { brand } from '../../contract/brand.ts';
import type { Feedback } from '../../contract/feedback-record.ts';
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
    paragraphs: [`${name} (${email}) wrote by the contact form:`],
    quote: message,
    reason: 'Answer this mail to answer the writer. The address is as it was typed: nobody has confirmed it.',
  });
}

/** Says that a letter has arrived. It repeats nothing of it: anybody could have typed this address. */
export function contactReceipt(): Mail {
  return layOut({
    subject: `We have your letter to ${brand}`,
    paragraphs: [
      'Thank you for writing to us. Your letter has arrived, a person will read it, and we usually answer within a few days.',
    ],
    reason: `You get this mail because this address was given in the contact form at ${brand}. If it was not you, there is nothing to do: we do nothing else with the address.`,
  });
}

/** What a user thinks, for the team. */
export function feedbackForTeam({ type, content, feedbackId }: Feedback): Mail {
  return layOut({
    subject: `Feedback: ${type}`,
    paragraphs: ['A user sent feedback from the site:'],
    quote: content,
    reason: `Answer this mail to answer the user. It is kept in the table of feedback as ${feedbackId}.`,
  });
}

/** An upload that was not taken over, for the team. */
export function releaseRefused(version: string, problems: string[]): Mail {
  return layOut({
    subject: `Release ${version} is refused`,
    paragraphs: [
      `What lies in the builds bucket as release ${version} is not what its release.json promises. Nothing has changed for visitors: what was live is live.`,
    ],
    quote: problems.join('\n'),
    reason:
      'Mend the upload and write release.json again: "npm run release -- publish" for the whole of it, or "npm run release -- complete" for what lies there.',
  });
}
