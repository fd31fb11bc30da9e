import { readFile } from 'node:fs/promises';
import sharp from 'sharp';
import { describe, expect, it } from 'vitest';
import { pageOfLocation } from '../../web/src/pages.ts';
import { checkPage } from './check-page.ts';
import { plainText, siteImage } from './page-facts.ts';
import { renderPage } from './render-page.tsx';
import { renderFilesForCrawlers, renderPages, searchablePages } from './render-site.ts';

const pages = await renderPages();
const pageAt = (path: string) => {
  const page = pages.find((it) => it.path === path);
  if (!page) throw new Error(`no page ${path}`);
  return page;
};

it.each(pages.map((page) => [page.path, page] as const))(
  'renders valid HTML for %s',
  (path, { headForCrawlers, rendered }) => {
    expect(() => checkPage(path, headForCrawlers + rendered)).not.toThrow();
  },
);

it('renders an unknown URL like 404.html', async () => {
  const { page } = pageOfLocation({ pathname: '/nowhere/at/all', key: 'default' });
  expect(await renderPage('/nowhere/at/all', page)).toBe(pageAt('/404').rendered);
});

it.each([
  ['/pricing', 'Getting the license'],
  ['/download', 'Downloading'],
])('says on %s what needs JavaScript', (path, what) => {
  expect(pageAt(path).rendered).toContain(`<noscript><p>${what} needs JavaScript.`);
});

it('states in the same sentence everywhere when the early access is available', () => {
  const stated = pages.flatMap(({ path, rendered, headForCrawlers }) =>
    [...(headForCrawlers + rendered).matchAll(/[^.<>"]*\bSeptember 2025\b[^.<>"]*\.?/g)].map(
      ([sentence]) => ({
        path,
        sentence,
      }),
    ),
  );
  expect(new Set(stated.map(({ sentence }) => sentence))).toEqual(
    new Set(['Early access is available in September 2025.']),
  );
  expect([...new Set(stated.map(({ path }) => path))].sort()).toEqual(['/about', '/faq', '/pricing']);
});

it.each(pages.map(({ path, rendered }) => [path, rendered] as const))(
  'links the pages that the text on %s names',
  (path, rendered) => {
    const [, main = ''] = /<main[^>]*>(.*)<\/main>/s.exec(rendered) ?? [];
    const withoutLinks = main.replace(/<a [^>]*>.*?<\/a>/gs, '…').replace(/<[^>]*>/g, '');
    const named =
      /\b(account|contact|download|pricing|privacy|resources) (page|policy)\b|\bthe (changelog|roadmap)\b/gi;
    // Legal texts mention pages often, and link them only where the reader has something to do.
    if (!/^\/(privacy|terms|accessibility)/.test(path)) expect(withoutLinks.match(named)).toBeNull();
  },
);

describe('a page', () => {
  const typesOn = (path: string) =>
    [...pageAt(path).headForCrawlers.matchAll(/"@context":"https:\/\/schema.org","@type":"(\w+)"/g)].map(
      ([, type]) => type,
    );

  it.each([
    ['/', ['WebSite', 'SoftwareApplication']],
    ['/pricing', ['SoftwareApplication', 'BreadcrumbList']],
    ['/faq', ['FAQPage', 'BreadcrumbList']],
    ['/manual', ['BreadcrumbList']],
    ['/manual/map', ['TechArticle', 'BreadcrumbList']],
    ['/roadmap', ['BreadcrumbList']],
    ['/404', []],
    ['/account', []],
  ])('describes %s as %j', (path, types) => {
    expect(typesOn(path)).toEqual(types);
  });

  it('hides pages of one user from search engines', () => {
    const hidden = pages.filter(({ headForCrawlers }) => headForCrawlers.includes('content="noindex"'));
    expect(hidden.map(({ path }) => path).sort()).toEqual([
      '/404',
      '/accept-license',
      '/account',
      '/desk',
      '/nopage',
      '/preferences',
      '/receipt',
      '/redeem',
      '/unsubscribe',
    ]);
  });
});

it('gives a page of the manual its content for hydration, below the table of contents', () => {
  const { pageData, headForCrawlers } = pageAt('/manual/map');
  expect(pageData).toMatch(/data-file="\/manual\/map\/page\.json">\{"title":"Map"/);
  const names = [...headForCrawlers.matchAll(/"position":\d,"name":"([^"]+)"/g)].map(([, name]) => name);
  expect(names).toEqual(['Home', 'Manual', 'Map']);
  expect(pageAt('/404').pageData).toContain('>null<');
  expect(pageAt('/faq').pageData).toBeUndefined();
});

it('gives search engines the questions and answers that the page shows', () => {
  const { rendered, headForCrawlers } = pageAt('/faq');
  const [, json = ''] =
    /<script type="application\/ld\+json">([^<]*"FAQPage"[^<]*)</.exec(headForCrawlers) ?? [];
  const told = JSON.parse(json).mainEntity.map(
    ({ name, acceptedAnswer }: { name: string; acceptedAnswer: { text: string } }) => [
      name,
      acceptedAnswer.text,
    ],
  );
  const shown = [...rendered.matchAll(/<dt>(.*?)<\/dt><dd>(.*?)<\/dd>/g)].map(
    ([, question = '', answer = '']) => [question, answer].map(plainText),
  );
  expect(shown.length).toBeGreaterThan(10);
  expect(told).toEqual(shown);
});

it.each(
  searchablePages().flatMap(({ path, sections }) =>
    sections.map(({ id, heading }) => [path, id, heading] as const),
  ),
)('shows on %s the part %s, to which the search leads', (path, id, heading) => {
  const { rendered } = pageAt(path);
  if (!id) return;
  // The list of structures finds their cards itself.
  if (path !== '/resources') expect(rendered.split(` id="${id}"`)).toHaveLength(2);
  expect(plainText(rendered)).toContain(heading);
});

describe('the picture for shared links', () => {
  it('has the size that networks expect, and is below the size limit', async () => {
    const png = await readFile(`web/public${siteImage.path}`);
    expect(await sharp(png).metadata()).toMatchObject({ format: 'png', width: 1200, height: 630 });
    expect(png.length).toBeLessThan(120_000);
  });

  it('shows the heading of the home page', () => {
    const home = pages.find(({ path }) => path === '/');
    expect(siteImage.alternative).toContain(`“${home?.facts.headline}”`);
  });
});

describe('renderFilesForCrawlers', async () => {
  const files = await renderFilesForCrawlers(pages, {
    favicon: await readFile('web/public/favicon.svg'),
    builtAt: new Date(0),
  });
  const contentOf = (path: string) => {
    const file = files.find((it) => it.path === path);
    if (!file) throw new Error(`no file ${path}`);
    return file.content;
  };

  it('lists the pages in the sitemap, with the date of the last change', async () => {
    const sitemap = String(contentOf('sitemap-pages.xml'));
    const [, date] = /^updatedAt: (\S+)$/m.exec(await readFile('content/legal/privacy.md', 'utf8')) ?? [];
    expect(sitemap).toContain(`<loc>https://lorewright.example/privacy</loc><lastmod>${date}</lastmod>`);
    expect(sitemap).toContain(
      '<loc>https://lorewright.example/terms/2025-06-13</loc><lastmod>2025-06-13</lastmod>',
    );
    expect(sitemap).toContain('<url><loc>https://lorewright.example/</loc></url>');
    for (const path of ['/404', '/account', '/auth']) expect(sitemap).not.toContain(`${path}<`);
  });

  it('lists the sitemaps of the pages, articles and newsletters in the main sitemap', () => {
    expect(String(contentOf('sitemap.xml')).match(/<loc>[^<]+/g)).toEqual([
      '<loc>https://lorewright.example/sitemap-pages.xml',
      '<loc>https://lorewright.example/sitemap-articles.xml',
      '<loc>https://lorewright.example/sitemap-letters.xml',
    ]);
  });

  it.each([
    ['icon-192.png', 192],
    ['icon-512.png', 512],
    ['icon-maskable-512.png', 512],
    ['apple-touch-icon.png', 180],
  ])('draws %s as a square of %i pixels', async (path, size) => {
    expect(await sharp(Buffer.from(contentOf(path))).metadata()).toMatchObject({ width: size, height: size });
  });

  it('writes a PNG into favicon.ico that matches its entry', async () => {
    const ico = Buffer.from(contentOf('favicon.ico'));
    const png = ico.subarray(ico.readUInt32LE(18));
    expect(png.length).toBe(ico.readUInt32LE(14));
    expect(await sharp(png).metadata()).toMatchObject({ format: 'png', width: ico.readUInt8(6) });
  });
});
