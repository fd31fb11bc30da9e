import { publicAddressOf } from '../../web/src/lib/site.ts';

/**
 * Throws with every finding if the Content-Security-Policy would block part of a page or if the
 * page lacks a required element.
 */
export function checkPage(path: string, html: string): void {
  const findings = [...policyFindings(html), ...contentFindings(path, html), ...dataFindings(path, html)];
  if (findings.length > 0) throw new Error(`${path} cannot be published:\n- ${findings.join('\n- ')}`);
}

/**
 * Matches tags. React escapes `<` and `>` in text and attributes, so everything that looks like a
 * tag is one.
 */
const openingTags = /<[a-z][^>]*>/gi;

const dataBlockTag = '<script type="application/ld+json">';

/** Data for crawlers and for hydration. The policy allows it because no browser runs it. */
const isData = (tag: string) => tag === dataBlockTag || tag.startsWith('<script type="application/json" ');

function* policyFindings(html: string): Generator<string> {
  // The policy allows the head's own styles: the stack adds their hashes.
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

/** The CDN serves this page at every unknown address, so it has no canonical URL. */
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
    if (count !== expected) yield `found ${count} ${name}, expected ${expected}`;
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
