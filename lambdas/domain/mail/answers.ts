import type { Feedback } from '../../../contract/records/feedback.ts';
import type { ProblemText } from '../../../contract/records/problem.ts';
import { brand } from '../../../contract/rules/brand.ts';
import { dayInWords } from '../../../contract/rules/day.ts';
import { layOut, type Mail } from './layout.ts';
import { linesOf } from './mail-content.ts';

/** The team's answer to feedback, for its author. Replies go to the team. */
export function feedbackAnswer(
  { content, timestamp }: Pick<Feedback, 'content' | 'timestamp'>,
  answer: string,
  siteUrl: string,
): Mail {
  return layOut({
    subject: `Our answer to your feedback on ${brand}`,
    heading: 'Our answer to your feedback',
    paragraphs: [...linesOf(answer).filter((line) => line.trim()), 'You wrote:'],
    quote: content,
    facts: [['You wrote this on', dayInWords(timestamp)]],
    reason: `You are receiving this email because you sent feedback to ${brand}. Reply to this email to write to us.`,
    links: [{ label: 'The feedback page', url: `${siteUrl}/feedback` }],
  });
}

/** The team's answer to a text that was sent with the report of a crash. Replies go to the team. */
export function problemAnswer(
  { text, version }: Pick<ProblemText, 'text' | 'version'>,
  answer: string,
): Mail {
  return layOut({
    subject: `Our answer to your report of a problem with ${brand}`,
    heading: 'Our answer to your report',
    paragraphs: [...linesOf(answer).filter((line) => line.trim()), 'You wrote:'],
    quote: text,
    facts: [['Version of the app', version]],
    reason: `You are receiving this email because this address was entered in a report of a problem with ${brand}, to get an answer. Reply to this email to write to us.`,
  });
}
