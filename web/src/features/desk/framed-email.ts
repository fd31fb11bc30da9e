/** An email for a frame whose policy allows no styles in HTML. */
export interface FramedEmail {
  /** The document without its styles. Each `style` attribute is a `data-style`. */
  document: string;
  /** The content of its style element. */
  stylesheet: string;
}

/** Splits the HTML of an email, which `layout-html.ts` writes: text has no quotation marks, so only attributes match. */
export function framedEmail(html: string): FramedEmail {
  const [, stylesheet = ''] = /<style>([^<]*)<\/style>/.exec(html) ?? [];
  const document = html
    .replace(/<style>[^<]*<\/style>/, '')
    .replaceAll(' style="', ' data-style="')
    .replace('<head>', '<head><base target="_blank">');
  return { document, stylesheet };
}

/** The stylesheet of an email in a theme, whatever the theme of the device is. */
export function stylesheetOf(stylesheet: string, isDark: boolean): string {
  return stylesheet
    .replace('color-scheme:light dark', `color-scheme:${isDark ? 'dark' : 'light'}`)
    .replace('@media (prefers-color-scheme:dark)', isDark ? '@media all' : '@media not all');
}
