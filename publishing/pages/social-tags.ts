import { publicAddressOf, site } from '../../web/src/lib/site.ts';
import { escapeXml } from '../feeds/atom-feed.ts';
import type { PageFacts } from './page-facts.ts';

/** The size of the large previews of common networks. */
const socialImageSize = { width: 1200, height: 630 };

/**
 * The tags that social networks and messengers read for a posted link, without those that repeat a default. Twitter falls back to Open
 * Graph.
 */
export function socialTags(page: PageFacts, type: 'website' | 'article'): string {
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
