import { isolate } from './isolate.ts';
import { asHtml } from './layout-html.ts';
import { codeHint, type Letter, linesOf } from './mail-content.ts';
import { sectionAsText } from './mail-sections.ts';

export interface Mail {
  subject: string;
  text: string;
  html: string;
  headers?: Record<string, string>;
  attachments?: Attachment[];
}

export interface Attachment {
  fileName: string;
  /** A media type. */
  type: string;
  content: string;
}

/** The layout of every email: the same words as text and as HTML, with the site's colors by day and by night. */
export function layOut(letter: Letter): Mail {
  // A header ends at a line break, so a name with a line break could add another header.
  const subject = letter.subject.replace(/\p{Cc}+/gu, ' ');
  return { subject, text: asText(letter), html: asHtml({ ...letter, subject }) };
}

function asText({
  heading,
  paragraphs,
  sections = [],
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
    ...sections.map(sectionAsText),
    quote &&
      linesOf(quote)
        .map((line) => `> ${line}`)
        .join('\n'),
    facts.map(([name, value]) => `${name}: ${isolate(value)}`).join('\n'),
    action && `${action.label}:\n${action.url}`,
    code && `${codeHint}\nYour code: ${code}`,
    // Email programs treat what follows this line as a signature and leave it out of a reply.
    `-- \n${reason}`,
    ...links.map(({ label, url }) => `${label}:\n${url}`),
  ];
  return `${parts.filter(Boolean).join('\n\n')}\n`;
}
