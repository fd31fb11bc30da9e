/** What a mail says, before it has a form. */
export interface Letter {
  subject: string;
  /** What it is about, in a few words above the first paragraph. */
  heading: string;
  paragraphs: string[];
  /** Names and values, one below the other. */
  facts?: [name: string, value: string][];
  action?: { label: string; url: string };
  /** A code to type where the link cannot be followed. */
  code?: string;
  /** What somebody wrote, shown as it is. */
  quote?: string;
  /** Why the reader gets this mail, and what to do if it is none of theirs. */
  reason: string;
  /** What else can be done, below the reason. */
  links?: { label: string; url: string }[];
}

/** Stands above the code, in text and HTML. */
export const codeHint = 'If the link does not open, type this code on the page that asks for it.';

/** However whoever wrote it ends them. */
export const linesOf = (text: string): string[] => text.split(/\r\n|\r|\n/);
