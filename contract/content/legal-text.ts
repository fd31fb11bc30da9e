import type { Section } from './sections.ts';

/** A file of `content/legal`. */
export interface LegalText {
  title: string;
  description: string;
  /** ISO 8601, a day. */
  updatedAt: string;
  sections: Section[];
}
