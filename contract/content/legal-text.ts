import type { Section } from './sections.ts';

/** A file of `content/legal`. */
export interface LegalText {
  title: string;
  description: string;
  /** An ISO 8601 date. */
  updatedAt: string;
  sections: Section[];
}
