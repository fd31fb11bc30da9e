import { asHtml } from './layout-html.ts';
import { codeHint, isolate, linesOf, type MailContent } from './mail-content.ts';
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

/** Lays out an email as text and as HTML with the same words, in the site's light and dark colors. */
export function layOut(content: MailContent): Mail {
  // A header ends at a line break, so a name with a line break could add another header.
  const subject = content.subject.replace(/\p{Cc}+/gu, ' ');
  return { subject, text: asText(content), html: asHtml({ ...content, subject }) };
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
}: MailContent): string {
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
