import { publicAddressOf, site } from '../../web/src/lib/site.ts';

/** The metadata of a rendered page, as plain text. */
export interface PageFacts {
  path: string;
  address: string;
  /** The title without the brand, which the browser's tab shows after it. */
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

/** The default picture of pages, in `web/public`. It shows the heading of the home page. */
export const siteImage: SocialImage = {
  path: '/social.png',
  alternative: '“Every world needs a keeper of its lore”, beside a chart of an invented island at night',
};

/** Throws if the page has no title, description or heading. */
export function readPageFacts(path: string, rendered: string, socialImage = siteImage): PageFacts {
  const find = (what: string, pattern: RegExp) => {
    const found = plainText(pattern.exec(rendered)?.[1] ?? '');
    if (!found) throw new Error(`${path} has no ${what}`);
    return found;
  };
  return {
    path,
    address: publicAddressOf(path),
    title: find('title', /<title>([^<]+)</).replace(` · ${site.name}`, ''),
    headline: find('heading', /<h1\b[^>]*>([\s\S]*?)<\/h1>/),
    description: find('description', /<meta name="description" content="([^"]+)"/),
    socialImage,
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

export function plainText(html: string): string {
  return html
    .replace(/<[^>]*>/g, '')
    .replace(/&\w+;|&#x27;/g, (entity) => characters[entity] ?? entity)
    .trim();
}
