import { recordFeedPath } from '../../contract/records/release-record.ts';
import { brand } from '../../contract/rules/brand.ts';
import { publicAddressOf, site } from '../../web/src/lib/site.ts';
import { escapeXml } from '../feeds/atom-feed.ts';
import { isIndexable, type PlacedPage, structuredDataOf } from './findability.ts';
import type { PageFacts } from './page-facts.ts';
import { dataBlock } from './structured-data.ts';

/** Feed readers look for these tags on the page that a user enters. */
const feeds: Record<string, { type: 'atom' | 'rss'; title: string; href: string }[]> = {
  '/blog': [
    { type: 'atom', title: `${brand} blog`, href: '/blog.atom' },
    { type: 'rss', title: `${brand} blog (RSS)`, href: '/blog.rss' },
  ],
  '/letters': [
    { type: 'atom', title: `${brand} newsletters`, href: '/letters.atom' },
    { type: 'rss', title: `${brand} newsletters (RSS)`, href: '/letters.rss' },
  ],
  '/changelog': [{ type: 'atom', title: `${brand} changelog`, href: '/changelog.atom' }],
  '/release-record': [{ type: 'atom', title: `${brand} release record`, href: `/${recordFeedPath}` }],
  '/download': [{ type: 'atom', title: `${brand} releases`, href: '/updates/releases.atom' }],
};

function feedsOf(path: string): string[] {
  const [, top] = path.split('/');
  return (feeds[`/${top}`] ?? []).map(
    ({ type, title, href }) =>
      `<link rel="alternate" type="application/${type}+xml" title="${title}" href="${href}">`,
  );
}

/**
 * The tags in the head that are for search engines, social networks and home screens. React does
 * not render them, so that browsers need no code for them.
 */
export function headForCrawlers(placed: PlacedPage, themeColor: string): string {
  const { page, article } = placed;
  return [
    ...(isIndexable(page.path) ? [] : ['<meta name="robots" content="noindex">']),
    // A page starts with the dark theme. Media queries cannot match the theme chosen on the site, so
    // `showThemeColor` updates this.
    `<meta name="theme-color" content="${themeColor}">`,
    '<link rel="apple-touch-icon" href="/apple-touch-icon.png">',
    '<link rel="manifest" href="/site.webmanifest">',
    ...feedsOf(page.path),
    socialTags(page, article ? 'article' : 'website'),
    ...structuredDataOf(placed).map(dataBlock),
  ].join('');
}

/** The size of the large previews of common networks. */
const socialImageSize = { width: 1200, height: 630 };

/**
 * The tags that social networks and messengers read for a posted link, without those that repeat a default. Twitter falls back to Open
 * Graph.
 */
function socialTags(page: PageFacts, type: 'website' | 'article'): string {
  const properties = {
    'og:type': type,
    'og:site_name': site.name,
    'og:title': page.title,
    'og:description': page.description,
    'og:url': page.address,
    'og:image': publicAddressOf(page.socialImage.path),
    'og:image:width': socialImageSize.width,
    'og:image:height': socialImageSize.height,
    'og:image:alt': page.socialImage.alternative,
  };
  return [
    ...Object.entries(properties).map(
      ([property, content]) => `<meta property="${property}" content="${escapeXml(String(content))}">`,
    ),
    '<meta name="twitter:card" content="summary_large_image">',
  ].join('');
}
