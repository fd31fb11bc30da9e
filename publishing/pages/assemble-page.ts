/** The parts that pages of one kind share. */
export interface PageTemplate {
  /** The built `index.html`, with its two placeholders. */
  shell: string;
  stylesheets: { href: string; css: string }[];
  /** The URL of the boot script. */
  boot: string;
  /** The URLs of the page's modules. The first one runs; the browser preloads the others. */
  modules: string[];
}

interface PageContent {
  /** The HTML that React rendered into the root element. */
  rendered: string;
  /** Tags that React does not render. */
  headForCrawlers: string;
  /** The element with the page's data, for hydration. */
  pageData?: string;
}

/**
 * React puts `<title>`, `<meta>` and `<link>` before the tree unless it renders `<html>` itself.
 * These leading tags belong in the head, where the browser's React looks for them.
 */
const hoistedElements = /^(?:<(?:meta|link)\b[^>]*>|<title\b[^>]*>[^<]*<\/title>)+/;

/** The tags with which Vite starts the site at once. They are removed, because `boot` starts it after the first paint. */
const eagerTags =
  /\s*<(?:script type="module"[^>]*><\/script>|link rel="(?:modulepreload|stylesheet)"[^>]*>)/g;

/** Assembles the HTML of a page. People can read it before any script arrives. */
export function assemblePage(
  { shell, stylesheets, boot, modules }: PageTemplate,
  { rendered, headForCrawlers, pageData = '' }: PageContent,
): string {
  const head = hoistedElements.exec(rendered)?.[0] ?? '';
  // The boot script needs the address of the same styles as a file; see
  // web/src/boot/boot.ts.
  const styles = stylesheets.map(({ href, css }) => `<style data-file="${href}">${css}</style>`);
  const [entry = '', ...others] = modules;
  const start = `<script src="${boot}" data-entry="${entry}" data-modules="${others.join(' ')}"></script>`;

  let page = shell.replace(eagerTags, '').replaceAll(/\n\s*/g, '');
  page = replaceOnce(page, '<!--page-head-->', `${head}${styles.join('')}${start}`);
  // React Router marks each link for its own server, which this site does not have.
  const body = rendered.slice(head.length).replaceAll(' data-discover="true"', '');
  page = replaceOnce(page, '<!--page-body-->', body);
  page = replaceOnce(page, '</body>', `${pageData}</body>`);
  // Last, because it is not needed for the first paint.
  return replaceOnce(page, '</head>', `${headForCrawlers}</head>`);
}

function replaceOnce(text: string, placeholder: string, replacement: string): string {
  if (!text.includes(placeholder)) throw new Error(`index.html has no ${placeholder}`);
  return text.replace(placeholder, () => replacement);
}
