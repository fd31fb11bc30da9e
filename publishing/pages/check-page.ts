import { publicAddressOf } from '../../web/src/lib/site.ts';

/** Throws, with every finding, if a page would be refused by the Content-Security-Policy or lacks what a page needs. */
export function checkPage(path: string, html: string): void {
  const findings = [...policyFindings(html), ...contentFindings(path, html), ...dataFindings(path, html)];
  if (findings.length > 0) throw new Error(`${path} cannot be published:\n- ${findings.join('\n- ')}`);
}

/** React escapes `<` and `>` in text and attributes, so what looks like a tag is one. */
const openingTags = /<[a-z][^>]*>/gi;

const dataBlockTag = '<script type="application/ld+json">';

/** Data, which the policy allows since no browser runs it: for crawlers, and what the page shows. */
const isData = (tag: string) => tag === dataBlockTag || tag.startsWith('<script type="application/json" ');

function* policyFindings(html: string): Generator<string> {
  // The head's own styles are allowed: the stack puts their hashes into the policy.
  if (/<\/head>.*<style\b/is.test(html)) yield 'stylesheet outside of the head';
  for (const [tag] of html.matchAll(openingTags)) {
    if (/^<script\b/i.test(tag) && !/\ssrc=/i.test(tag) && !isData(tag)) yield `inline script: ${tag}`;
    if (/\sstyle=/i.test(tag)) yield `style attribute: ${tag}`;
    if (/\son[a-z]+=/i.test(tag)) yield `inline event handler: ${tag}`;
    if (/="\s*javascript:/i.test(tag)) yield `javascript: URL: ${tag}`;
  }
}

const socialProperties = [
  'og:type',
  'og:title',
  'og:description',
  'og:url',
  'og:image',
  'og:image:width',
  'og:image:height',
  'og:image:alt',
];

/** It is shown at every address where there is no page, and so has none. */
const pageWithoutAddress = '/404';

function* contentFindings(path: string, html: string): Generator<string> {
  for (const [name, element] of [
    ['title', /<title>[^<]+<\/title>/g],
    ['description', /<meta name="description" content="[^"]+"/g],
    ['main region', /<main\b/g],
    ['first heading', /<h1\b/g],
    ['canonical address', /<link rel="canonical" href="[^"]+"/g],
    ...socialProperties.map(
      (property) => [property, new RegExp(`<meta property="${property}" content="[^"]+"`, 'g')] as const,
    ),
    ['twitter:card', /<meta name="twitter:card" content="[^"]+"/g],
  ] as const) {
    const count = html.match(element)?.length ?? 0;
    const expected = path === pageWithoutAddress && name === 'canonical address' ? 0 : 1;
    if (count !== expected) yield `${count} of ${name}, ${expected ? 'one' : 'none'} is expected`;
  }
  const hrefs = [...html.matchAll(/<link\b[^>]*\shref="([^"]+)"/g)].map(([, href]) => href);
  for (const href of new Set(hrefs.filter((href, index) => hrefs.indexOf(href) !== index))) {
    yield `linked twice: ${href}`;
  }
}

function* dataFindings(path: string, html: string): Generator<string> {
  const address = publicAddressOf(path);
  for (const [name, pattern] of [
    ['canonical address', /<link rel="canonical" href="([^"]+)"/],
    ['og:url', /<meta property="og:url" content="([^"]+)"/],
  ] as const) {
    const found = pattern.exec(html)?.[1];
    if (found !== address && path !== pageWithoutAddress) yield `the ${name} is ${found}, not ${address}`;
  }
  for (const part of html.split(dataBlockTag).slice(1)) {
    const data = part.slice(0, part.indexOf('</script>'));
    if (!isLinkedData(data)) yield `no data with @context and @type: ${data.slice(0, 80)}`;
  }
}

function isLinkedData(json: string): boolean {
  try {
    const data = JSON.parse(json);
    return data['@context'] === 'https://schema.org' && typeof data['@type'] === 'string';
  } catch {
    return false;
  }
}
