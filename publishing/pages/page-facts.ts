import { publicAddressOf, site } from '../../web/src/lib/site.ts';

/** The metadata of a rendered page, as plain text. */
export interface PageFacts {
  path: string;
  address: string;
  /** Without the brand that the browser's tab shows after it. */
  title: string;
  headline: string;
  description: string;
  socialImage: SocialImage;
}

/** The metadata for social networks. */
export interface SocialImage {
  path: string;
  alternative: string;
}

/** The picture that the build draws for a page. */
export function drawnImageOf(path: string, headline: string): SocialImage {
  return {
    path: `/social/${path.slice(1).replaceAll('/', '-') || 'home'}.png`,
    alternative: `“${headline}”, beside a chart of an invented island at night`,
  };
}

/** Throws if the page has no title, description or heading. */
export function readPageFacts(path: string, rendered: string, socialImage?: SocialImage): PageFacts {
  const find = (what: string, pattern: RegExp) => {
    const found = plainText(pattern.exec(rendered)?.[1] ?? '');
    if (!found) throw new Error(`${path} has no ${what}`);
    return found;
  };
  const headline = find('heading', /<h1\b[^>]*>([\s\S]*?)<\/h1>/);
  return {
    path,
    address: publicAddressOf(path),
    title: find('title', /<title>([^<]+)</).replace(` · ${site.name}`, ''),
    headline,
    description: find('description', /<meta name="description" content="([^"]+)"/),
    socialImage: socialImage ?? drawnImageOf(path, headline),
  };
}

/** Reverses React's escapes. */
const characters: Record<string, string> = {
  '&amp;': '&',
  '&lt;': '<',
  '&gt;': '>',
  '&quot;': '"',
  '&#x27;': "'",
};

function plainText(html: string): string {
  return html
    .replace(/<[^>]*>/g, '')
    .replace(/&\w+;|&#x27;/g, (entity) => characters[entity] ?? entity)
    .trim();
}
