import { readFile } from 'node:fs/promises';
import sharp from 'sharp';
import { expect, test } from 'vitest';
import { manualPageIds, pathOfManualPage } from '../../contract/content/manual-pages.ts';
import { searchFiles } from '../../contract/content/searchable-page.ts';
import { cacheControl } from '../../contract/rules/cache-control.ts';
import { termsVersions } from '../../contract/rules/terms-versions.ts';
import { publicOrigin as origin } from '../../lib/stages.ts';
import { siteUrl } from './site.ts';

/** Fetches a page as a crawler does, without running its scripts. */
async function fetchPage(path: string) {
  const response = await fetch(siteUrl + path);
  const html = await response.text();
  const content = (pattern: RegExp) => pattern.exec(html)?.[1];
  return {
    status: response.status,
    canonical: content(/<link rel="canonical" href="([^"]+)"/),
    image: content(/<meta property="og:image" content="([^"]+)"/),
    robots: content(/<meta name="robots" content="([^"]+)"/),
    types: [...html.matchAll(/<script type="application\/ld\+json">(.*?)<\/script>/g)].map(
      ([, json]) => JSON.parse(json ?? '')['@type'],
    ),
  };
}

async function fetchImage(address: string) {
  const response = await fetch(address);
  return {
    status: response.status,
    type: response.headers.get('content-type'),
    ...(await sharp(Buffer.from(await response.arrayBuffer())).metadata()),
  };
}

test('lists every public page in the sitemap, which robots.txt names', async () => {
  const robots = await (await fetch(`${siteUrl}/robots.txt`)).text();
  expect(robots).toContain(`Sitemap: ${origin}/sitemap.xml`);
  expect(robots).toContain('Disallow: /api/');

  const addressesIn = async (path: string) => {
    const response = await fetch(siteUrl + path);
    expect(response.headers.get('content-type')).toBe('application/xml; charset=utf-8');
    return [...(await response.text()).matchAll(/<loc>([^<]+)<\/loc>/g)].map(([, address]) => address);
  };
  const sitemaps = await addressesIn('/sitemap.xml');
  const listed = (
    await Promise.all(sitemaps.map((address) => addressesIn(address?.slice(origin.length) ?? '')))
  ).flat();
  expect(listed.map((address) => address?.slice(origin.length)).sort()).toEqual([
    '/',
    '/about',
    '/accessibility',
    '/blog',
    '/blog/a-map-is-a-list-of-delays',
    '/blog/name-the-relation',
    '/blog/read-your-draft-with-a-structure',
    '/changelog',
    '/contact',
    '/download',
    '/faq',
    '/feedback',
    '/if-we-stop',
    '/legal-notice',
    '/letters',
    '/license-check',
    '/manual',
    ...manualPageIds.map(pathOfManualPage).sort(),
    '/marketplace',
    '/newsletter',
    '/press',
    '/pricing',
    '/privacy',
    '/release-record',
    '/resources',
    '/roadmap',
    '/search',
    '/security',
    '/status',
    '/terms',
    ...termsVersions.map((version) => `/terms/${version}`).sort(),
    '/withdraw',
  ]);
  for (const address of listed) {
    const page = await fetchPage(address?.slice(origin.length) ?? '');
    expect(page, address).toMatchObject({ status: 200, canonical: address, robots: undefined });
    const image = await fetchImage(siteUrl + page.image?.slice(origin.length));
    expect(image, address).toMatchObject({ status: 200, type: 'image/png', width: 1200, height: 630 });
  }
});

test('describes each page to search engines', async () => {
  for (const [path, types] of [
    ['/', ['WebSite', 'SoftwareApplication']],
    ['/pricing', ['SoftwareApplication', 'BreadcrumbList']],
    ['/faq', ['FAQPage', 'BreadcrumbList']],
    ['/manual/map', ['TechArticle', 'BreadcrumbList']],
    ['/blog/name-the-relation', ['BlogPosting', 'BreadcrumbList']],
  ] as const) {
    expect((await fetchPage(path)).types, path).toEqual(types);
  }
});

test.each(Object.values(searchFiles))(
  'serves %s, which browsers do not reuse without asking',
  async (path) => {
    const response = await fetch(siteUrl + path);
    expect(response.headers.get('content-type')).toMatch(/^application\/json/);
    expect(response.headers.get('cache-control')).toBe(cacheControl.pages);
    expect((await response.json()).length).toBeGreaterThan(2);
  },
);

test('hides personal pages from search engines', async () => {
  for (const path of ['/account', '/receipt', '/preferences', '/unsubscribe', '/nopage']) {
    expect(await fetchPage(path)).toMatchObject({ status: 200, robots: 'noindex', types: [] });
  }
  expect(await fetchPage('/atlantis')).toMatchObject({
    status: 404,
    robots: 'noindex',
    canonical: undefined,
    types: [],
  });
});

test('serves home screen icons in the sizes that the manifest states', async () => {
  const response = await fetch(`${siteUrl}/site.webmanifest`);
  expect(response.headers.get('content-type')).toBe('application/manifest+json');
  const { icons, short_name } = await response.json();
  expect(short_name).toBe('Lorewright');
  expect(icons.map(({ sizes, purpose }: { sizes: string; purpose: string }) => [sizes, purpose])).toEqual([
    ['192x192', 'any'],
    ['512x512', 'any'],
    ['512x512', 'maskable'],
  ]);
  for (const { src, sizes } of [...icons, { src: '/apple-touch-icon.png', sizes: '180x180' }]) {
    const { width, height, type } = await fetchImage(siteUrl + src);
    expect([type, `${width}x${height}`]).toEqual(['image/png', sizes]);
  }
  const ico = await fetch(`${siteUrl}/favicon.ico`);
  expect([ico.status, ico.headers.get('content-type')]).toEqual([200, 'image/vnd.microsoft.icon']);
});

test('serves each schema at the URL in its $id, with the title of its source file', async () => {
  for (const [path, file] of [
    ['/schemas/story-structure.json', 'content/story-structures/schema.json'],
    ['/schemas/tutorial-project.json', 'content/tutorial-project.schema.json'],
    ['/schemas/license.json', 'content/license.schema.json'],
  ] as const) {
    const response = await fetch(siteUrl + path);
    expect(response.headers.get('content-type')).toBe('application/json');
    const schema = await response.json();
    expect(schema.$id).toBe(origin + path);
    expect(schema.title).toBe(JSON.parse(await readFile(file, 'utf8')).title);
  }
});
