import type { Section } from './sections.ts';

/** A file of `content/manual`, and the data of its page, for example `/manual/map/page.json`. */
export interface ManualPageText {
  title: string;
  description: string;
  picture: {
    /** A screen of the app, named as in `content/mockups`, or a symbol of drawings.svg. */
    kind: 'screen' | 'drawing';
    name: string;
    /** The text for people who do not see it. */
    alternative: string;
  };
  sections: Section[];
}

/** The part of a page that the table of contents shows. */
export type ManualSummary = Pick<ManualPageText, 'title' | 'description'>;
