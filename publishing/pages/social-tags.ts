import { publicAddressOf, site } from '../../web/src/lib/site.ts';
import { escapeXml } from '../feeds/atom-feed.ts';
import type { PageFacts } from './page-facts.ts';

/** What the large previews of the common networks show without cutting. */
export const socialImageSize = { width: 1200, height: 630 };

/** What networks and messengers show of a posted link. Twitter takes from Open Graph what it does not find of its own. */
export function socialTags(page: PageFacts, type: 'website' | 'article'): string {
  const properties = {
    'og:type': type,
    'og:site_name': site.name,
    'og:locale': 'en_US',
    'og:title': page.title,
    'og:description': page.description,
    'og:url': page.address,
    'og:image': publicAddressOf(page.socialImage.path),
    'og:image:type': 'image/png',
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
