/* The modules that `scripts/build/content-modules.ts` creates from the Markdown files. */

declare module '*/content/changelog.md' {
  const changelog: import('../../contract/content/changelog.ts').ChangelogEntry[];
  export default changelog;
}

/* The legal texts. */
declare module '*.md' {
  const text: import('../../contract/content/legal-text.ts').LegalText;
  export default text;
}

/* The first paragraph of a page of the manual. */
declare module '*.md?answer' {
  const answer: import('../../contract/content/sections.ts').Inline[];
  export default answer;
}

/* The exports of `scripts/build/virtual-modules.ts`. */
declare module 'virtual:offer-texts' {
  const texts: import('../../contract/rules/offer-texts.ts').OfferTexts;
  export default texts;
}

/* The exports of `scripts/build/virtual-modules.ts`. */
declare module 'virtual:press-kit' {
  const kit: {
    path: string;
    bytes: number;
    /** The mockups, with their files in the ZIP. */
    screens: (import('../../content/mockups.ts').Mockup & { files: string[] })[];
  };
  export default kit;
}

/* The passwords that `scripts/build/virtual-modules.ts` selects from a list. */
declare module 'virtual:common-passwords' {
  /** The passwords that are long enough, in lower case. */
  export const commonPasswords: string[];
  /** The most common ones with only letters, to which people append digits to reach the length. */
  export const commonWords: string[];
}
