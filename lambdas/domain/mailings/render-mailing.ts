import type { ArticleSection, Inline } from '../../../contract/content/sections.ts';
import { articleSections } from '../../../publishing/markdown/article-sections.ts';
import type { WrittenMailing } from '../../../publishing/markdown/parse-mailing.ts';
import { groupMail, groupMailWith, type Reader } from '../mail/group-mail.ts';
import type { Mail } from '../mail/layout.ts';

/** A mailing as a template of SES, with a variable for everything that differs between recipients. */
export interface MailingTemplate {
  subject: string;
  text: string;
  html: string;
  /** The values of the variables that do not differ. */
  values: Record<string, string>;
}

const contentOf = (mailing: WrittenMailing, siteUrl: string) => ({
  subject: mailing.subject,
  preheader: mailing.preheader,
  heading: mailing.subject,
  paragraphs: [],
  sections: articleSections(mailing.content).map((section) => absolute(section, siteUrl)),
});

/** A mailing as one person gets it. */
export const mailingFor = (mailing: WrittenMailing, reader: Reader): Mail =>
  groupMail(contentOf(mailing, reader.siteUrl), mailing.group, reader);

/** Private-use characters, because the token variables must not be escaped with the text. */
const placeholders = { group: '\u{F0000}', all: '\u{F0001}' };

/** The variables for the characters that have a meaning in a template. */
const nameOf: Record<string, string> = { '{': 'open', '}': 'close', '\\': 'backslash' };

/**
 * The template has the variables `group` and `all`: the tokens of the unsubscribe links. Template syntax in the text arrives as text:
 * a variable replaces each character that has a meaning in a template.
 */
export function mailingTemplate(
  mailing: WrittenMailing,
  siteUrl: string,
  recipient = { hasAccount: true },
): MailingTemplate {
  const mail = groupMailWith(placeholders, contentOf(mailing, siteUrl), mailing.group, siteUrl, recipient);
  const asTemplate = (text: string) =>
    text
      .replaceAll(/[{}\\]/g, (character) => `{{${nameOf[character]}}}`)
      .replaceAll(placeholders.group, '{{group}}')
      .replaceAll(placeholders.all, '{{all}}');
  return {
    subject: asTemplate(mail.subject),
    text: asTemplate(mail.text),
    html: asTemplate(mail.html),
    values: Object.fromEntries(Object.entries(nameOf).map(([character, name]) => [name, character])),
  };
}

function absolute(section: ArticleSection, siteUrl: string): ArticleSection {
  switch (section.type) {
    case 'picture':
      return { ...section, url: new URL(section.url, siteUrl).href };
    case 'list':
      return { ...section, content: section.content.map(({ content }) => ({ content: linked(content) })) };
    default:
      return { ...section, content: linked(section.content) };
  }

  function linked(content: Inline[]): Inline[] {
    return content.map((part) => {
      if (typeof part === 'string') return part;
      const inner = linked(part.content);
      return part.mark === 'link'
        ? { ...part, href: new URL(part.href, siteUrl).href, content: inner }
        : { ...part, content: inner };
    });
  }
}
