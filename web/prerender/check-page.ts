/** Throws, with every finding, if a page would be refused by the Content-Security-Policy or lacks what a page needs. */
export function checkPage(path: string, html: string): void {
  const findings = [...policyFindings(html), ...contentFindings(html)];
  if (findings.length > 0) throw new Error(`${path} cannot be published:\n- ${findings.join('\n- ')}`);
}

/** React escapes `<` and `>` in text and attributes, so what looks like a tag is one. */
const openingTags = /<[a-z][^>]*>/gi;

function* policyFindings(html: string): Generator<string> {
  // The head's own styles are allowed: the stack puts their hashes into the policy.
  if (/<\/head>.*<style\b/is.test(html)) yield 'stylesheet outside of the head';
  for (const [tag] of html.matchAll(openingTags)) {
    if (/^<script\b/i.test(tag) && !/\ssrc=/i.test(tag)) yield `inline script: ${tag}`;
    if (/\sstyle=/i.test(tag)) yield `style attribute: ${tag}`;
    if (/\son[a-z]+=/i.test(tag)) yield `inline event handler: ${tag}`;
    if (/="\s*javascript:/i.test(tag)) yield `javascript: URL: ${tag}`;
  }
}

function* contentFindings(html: string): Generator<string> {
  for (const [name, element] of [
    ['title', /<title>[^<]+<\/title>/g],
    ['description', /<meta name="description" content="[^"]+"/g],
    ['main region', /<main\b/g],
    ['first heading', /<h1\b/g],
  ] as const) {
    const count = html.match(element)?.length ?? 0;
    if (count !== 1) yield `${count} of ${name}, one is expected`;
  }
  const hrefs = [...html.matchAll(/<link\b[^>]*\shref="([^"]+)"/g)].map(([, href]) => href);
  for (const href of new Set(hrefs.filter((href, index) => hrefs.indexOf(href) !== index))) {
    yield `linked twice: ${href}`;
  }
}
