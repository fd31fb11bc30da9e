/* What `web/build/content-modules.ts` makes of the Markdown files. */

declare module '*/content/changelog.md' {
  const changelog: import('./features/changelog/changelog.ts').ChangelogEntry[];
  export default changelog;
}

declare module '*/content/legal/privacy.md' {
  const text: import('./features/reading/legal-text.ts').LegalText;
  export default text;
}

declare module '*/content/legal/terms.md' {
  const text: import('./features/reading/legal-text.ts').LegalText;
  export default text;
}
