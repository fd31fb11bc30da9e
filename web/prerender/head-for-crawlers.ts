import { brand } from '../../contract/brand.ts';
import { isIndexable, structuredDataOf } from './findability.ts';
import { nightColor } from './night-colors.ts';
import type { PageFacts } from './page-facts.ts';
import { socialTags } from './social-tags.ts';
import { dataBlock } from './structured-data.ts';

/** Feed readers look for these on the page somebody gives them. */
const feeds: Record<string, { title: string; href: string }> = {
  '/changelog': { title: `${brand} changelog`, href: '/changelog.atom' },
  '/download': { title: `${brand} releases`, href: '/updates/releases.atom' },
};

function feedsOf(path: string): string[] {
  const feed = feeds[path];
  return feed
    ? [`<link rel="alternate" type="application/atom+xml" title="${feed.title}" href="${feed.href}">`]
    : [];
}

/**
 * What stands in the head of a page for others than its reader: search engines, networks, home screens. React knows
 * nothing of it, so that browsers get no code for it.
 */
export function headForCrawlers(page: PageFacts, above: PageFacts[]): string {
  const things = structuredDataOf(page, above);
  const isArticle = things.some((thing) => thing['@type'] === 'BlogPosting');
  return [
    ...(isIndexable(page.path) ? [] : ['<meta name="robots" content="noindex">']),
    // One color for both themes: the theme follows from a choice on the site, which no media query knows.
    `<meta name="theme-color" content="${nightColor('ground')}">`,
    '<link rel="apple-touch-icon" href="/apple-touch-icon.png">',
    '<link rel="manifest" href="/site.webmanifest">',
    ...feedsOf(page.path),
    socialTags(page, isArticle ? 'article' : 'website'),
    ...things.map(dataBlock),
  ].join('');
}
