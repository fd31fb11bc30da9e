import type { ArticleSection } from '../../../contract/content/sections.ts';

/** The content of an email, without layout. */
export interface MailContent {
  subject: string;
  /** The text that email programs show after the subject; the beginning of the text if it is missing. */
  preheader?: string;
  /** The headline above the first paragraph. */
  heading: string;
  paragraphs: string[];
  /** A longer text with absolute URLs, after the paragraphs. */
  sections?: ArticleSection[];
  /** Names and values, in rows. */
  facts?: [name: string, value: string][];
  action?: { label: string; url: string };
  /** A code to type if the link does not open. */
  code?: string;
  /** A text that a person wrote, shown unchanged. */
  quote?: string;
  /** Why the reader receives this email, and what to do if it is not meant for them. */
  reason: string;
  /** Further links below the reason. */
  links?: { label: string; url: string }[];
}

/** Shown above the code, in text and HTML. */
export const codeHint = 'If the link does not open, type this code on the page that asks for it.';

/** Splits at every kind of line break. */
export const linesOf = (text: string): string[] => text.split(/\r\n|\r|\n/);

const entities: Record<string, string> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};

/** Escapes a text for HTML, including attributes. */
export function escapeHtml(text: string): string {
  return text.replace(/[&<>"']/g, (character) => entities[character] ?? character);
}

/** Characters of scripts that are written from right to left. */
const rightToLeft = /[\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufefc\u{10800}-\u{10fff}\u{1e800}-\u{1efff}]/u;

/**
 * Isolates a text that somebody else wrote within our sentence. Without the two characters around it, Arabic or
 * Hebrew would reorder the sentence: https://www.unicode.org/reports/tr9/#Explicit_Directional_Isolates
 */
export function isolate(text: string): string {
  return rightToLeft.test(text) ? `\u2068${text}\u2069` : text;
}
