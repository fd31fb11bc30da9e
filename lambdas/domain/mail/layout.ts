import { asHtml } from './layout-html.ts';
import { codeHint, type Letter, linesOf } from './letter.ts';

export interface Mail {
  subject: string;
  text: string;
  html: string;
  headers?: Record<string, string>;
}

/** The one layout of every mail: the same words as text and as HTML, in the site's looks by day and by night. */
export function layOut(letter: Letter): Mail {
  // A header ends with its line, so a line break in a name could begin another one.
  const subject = letter.subject.replace(/\p{Cc}+/gu, ' ');
  return { subject, text: asText(letter), html: asHtml({ ...letter, subject }) };
}

function asText({
  heading,
  paragraphs,
  quote,
  facts = [],
  action,
  code,
  reason,
  links = [],
}: Letter): string {
  const parts = [
    heading,
    ...paragraphs,
    quote &&
      linesOf(quote)
        .map((line) => `> ${line}`)
        .join('\n'),
    facts.map(([name, value]) => `${name}: ${value}`).join('\n'),
    action && `${action.label}:\n${action.url}`,
    code && `${codeHint}\nYour code: ${code}`,
    // What follows this line is a signature to mail programs: they leave it out of an answer.
    `-- \n${reason}`,
    ...links.map(({ label, url }) => `${label}:\n${url}`),
  ];
  return `${parts.filter(Boolean).join('\n\n')}\n`;
}
