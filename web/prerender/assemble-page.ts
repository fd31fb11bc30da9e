interface PageParts {
  /** The built `index.html`, with its two placeholders. */
  shell: string;
  /** What React rendered into the root element. */
  rendered: string;
  stylesheets: string[];
}

/**
 * React puts `<title>`, `<meta>` and `<link>` in front of the tree unless it renders `<html>` itself; this leading run
 * belongs in the head, where the browser's React looks for it.
 */
const hoistedElements = /^(?:<(?:meta|link)\b[^>]*>|<title\b[^>]*>[^<]*<\/title>)+/;

export function assemblePage({ shell, rendered, stylesheets }: PageParts): string {
  const head = hoistedElements.exec(rendered)?.[0] ?? '';
  const stylesheetLinks = stylesheets
    .filter((href) => !shell.includes(`href="${href}"`))
    .map((href) => `<link rel="stylesheet" crossorigin href="${href}">`)
    .join('');

  let page = replaceOnce(shell, '<!--page-head-->', head);
  page = replaceOnce(page, '<!--page-body-->', rendered.slice(head.length));
  return replaceOnce(page, '</head>', `${stylesheetLinks}</head>`);
}

function replaceOnce(text: string, placeholder: string, replacement: string): string {
  if (!text.includes(placeholder)) throw new Error(`index.html has no ${placeholder}`);
  return text.replace(placeholder, () => replacement);
}
