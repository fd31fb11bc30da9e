import { recordFeedPath } from '../../contract/records/release-record.ts';
import { brand } from '../../contract/rules/brand.ts';
import { isIndexable, type PlacedPage, structuredDataOf } from './findability.ts';
import { socialTags } from './social-tags.ts';
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
