/** What the pages of one kind have in common. */
export interface PageTemplate {
  /** The built `index.html`, with its two placeholders. */
  shell: string;
  stylesheets: { href: string; css: string }[];
  /** The URL of the boot script. */
  boot: string;
  /** The URLs of the modules that take the page over; the first is run, the others are what it will ask for. */
  modules: string[];
}

interface PageContent {
  /** What React rendered into the root element. */
  rendered: string;
  /** Tags that React does not know of. */
  headForCrawlers: string;
  /** The element with what the page shows, for the browser's React to start from. */
  pageData?: string;
}

/**
 * React puts `<title>`, `<meta>` and `<link>` in front of the tree unless it renders `<html>` itself; this leading run
 * belongs in the head, where the browser's React looks for it.
 */
const hoistedElements = /^(?:<(?:meta|link)\b[^>]*>|<title\b[^>]*>[^<]*<\/title>)+/;

/** The tags by which Vite starts the site at once; `boot` does it after the first paint. */
const eagerTags =
  /\s*<(?:script type="module"[^>]*><\/script>|link rel="(?:modulepreload|stylesheet)"[^>]*>)/g;

/** The HTML of a page: readable with the first response, whatever comes after. */
export function assemblePage(
  { shell, stylesheets, boot, modules }: PageTemplate,
  { rendered, headForCrawlers, pageData = '' }: PageContent,
): string {
  const head = hoistedElements.exec(rendered)?.[0] ?? '';
  // The boot script needs the address of the same styles as a file; see web/src/boot/link-styles.ts.
  const styles = stylesheets.map(({ href, css }) => `<style data-file="${href}">${css}</style>`);
  const [entry = '', ...others] = modules;
  const start = `<script src="${boot}" data-entry="${entry}" data-modules="${others.join(' ')}"></script>`;

  let page = shell.replace(eagerTags, '');
  page = replaceOnce(page, '<!--page-head-->', `${head}${styles.join('')}${start}`);
  page = replaceOnce(page, '<!--page-body-->', rendered.slice(head.length));
  page = replaceOnce(page, '</body>', `${pageData}</body>`);
  // Last, since readers wait for none of it.
  return replaceOnce(page, '</head>', `${headForCrawlers}</head>`);
}

function replaceOnce(text: string, placeholder: string, replacement: string): string {
  if (!text.includes(placeholder)) throw new Error(`index.html has no ${placeholder}`);
  return text.replace(placeholder, () => replacement);
}
