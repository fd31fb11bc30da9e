import changelog from '../../content/changelog.md';
import { pages, type SitePage } from '../src/pages.ts';
import { publicAddressOf, site } from '../src/site.ts';
import { changelogFeed } from './changelog-feed.ts';
import { isListed, lastChangeOf } from './findability.ts';
import { headForCrawlers } from './head-for-crawlers.ts';
import { type PageFacts, readPageFacts } from './page-facts.ts';
import { renderPage } from './render-page.tsx';
import { drawSiteIcons, webManifest } from './site-icons.ts';
import { sitemapOf } from './sitemap.ts';
import { drawSocialImage, loadSocialTypefaces, type SocialTypefaces } from './social-image.ts';

export interface RenderedPage extends Pick<SitePage, 'name' | 'path'> {
  /** What React made of it. */
  rendered: string;
  facts: PageFacts;
  /** The pages from the home page down to this one, without it. */
  above: PageFacts[];
  headForCrawlers: string;
}

/** A file beside the pages, by its path from the top of the site. */
export interface SiteFile {
  path: string;
  content: string | Buffer;
}

export async function renderPages(): Promise<RenderedPage[]> {
  const rendered = await Promise.all(
    pages.map(async ({ name, path }) => {
      const html = await renderPage(path);
      return { name, path, rendered: html, facts: readPageFacts(path, html) };
    }),
  );
  return rendered.map((page) => {
    const above = rendered
      .map(({ facts }) => facts)
      .filter(({ path }) => path !== page.path && page.path.startsWith(path === '/' ? path : `${path}/`));
    return { ...page, above, headForCrawlers: headForCrawlers(page.facts, above) };
  });
}

/** What search engines, networks and home screens ask for beside the pages. */
export async function renderFilesForCrawlers(
  renderedPages: RenderedPage[],
  { favicon }: { favicon: Buffer },
): Promise<SiteFile[]> {
  const typefaces = await loadSocialTypefaces();
  const listed = renderedPages.filter(({ path }) => isListed(path));
  return [
    {
      path: 'sitemap.xml',
      content: sitemapOf(
        listed.map(({ path, facts }) => ({ address: facts.address, lastChange: lastChangeOf(path) })),
      ),
    },
    { path: 'changelog.atom', content: changelogFeed(changelog) },
    { path: 'robots.txt', content: robots },
    { path: 'humans.txt', content: humans },
    { path: 'site.webmanifest', content: webManifest() },
    ...(await drawSiteIcons(favicon)),
    ...(await Promise.all(renderedPages.map((page) => socialImageOf(page, typefaces)))),
  ];
}

/** Pages that are not to be found say so themselves, for which they have to be read. */
const robots = `User-agent: *
Disallow: /api/

Sitemap: ${publicAddressOf('/sitemap.xml')}
`;

const humans = `${site.name}
${site.tagline}

Written by people who lose track of their own dragons.
Say hello: ${publicAddressOf('/contact')}
`;

async function socialImageOf(
  { facts, above, path }: RenderedPage,
  typefaces: SocialTypefaces,
): Promise<SiteFile> {
  const { title, headline, description, imagePath } = facts;
  const folder = above.at(-1);
  const section = folder && folder.path !== '/' ? folder.title : title;
  const content = await drawSocialImage(
    {
      // An article has the island of its cover.
      name: path.slice(path.lastIndexOf('/') + 1) || 'home',
      section: path === '/' || section === headline ? undefined : section,
      headline,
      summary: firstSentence(description),
    },
    typefaces,
  );
  return { path: imagePath.slice(1), content };
}

/** Up to where it says how or why. */
function firstSentence(text: string): string {
  return /^.*?(?:[.?!](?=\s|$)|(?=[:;]\s))/.exec(text)?.[0] || text;
}
