import { plainFile } from '../../contract/content/picture-files.ts';
import type { ArticleSection, Inline } from '../../contract/content/sections.ts';
import { escapeXml } from './atom-feed.ts';

/**
 * Renders text for feed readers as plain HTML, without our styles and with absolute addresses.
 * @param pageAddress the address of the page with the text
 */
export function sectionHtml(section: ArticleSection, pageAddress: string): string {
  const inner = (content: Inline[]) => inlineHtml(content, pageAddress);
  switch (section.type) {
    case 'header':
      return `<h${section.level} id="${section.id}">${inner(section.content)}</h${section.level}>`;
    case 'paragraph':
      return `<p>${inner(section.content)}</p>`;
    case 'list':
      return listHtml(
        section.content.map(({ content }) => content),
        pageAddress,
      );
    case 'picture': {
      const { url, width, height } = plainFile(section);
      const address = escapeXml(new URL(url, pageAddress).href);
      return `<figure><img src="${address}" alt="${escapeXml(section.alternative)}" width="${width}" height="${height}"></figure>`;
    }
  }
}

export function listHtml(items: Inline[][], pageAddress: string): string {
  return `<ul>${items.map((item) => `<li>${inlineHtml(item, pageAddress)}</li>`).join('')}</ul>`;
}

const tags = { strong: 'strong', emphasis: 'em', code: 'code' } as const;

function inlineHtml(content: Inline[], pageAddress: string): string {
  return content
    .map((part) => {
      if (typeof part === 'string') return escapeXml(part);
      const inner = inlineHtml(part.content, pageAddress);
      // A relative path does not work in a feed reader.
      if (part.mark === 'link')
        return `<a href="${escapeXml(new URL(part.href, pageAddress).href)}">${inner}</a>`;
      const tag = tags[part.mark];
      return `<${tag}>${inner}</${tag}>`;
    })
    .join('');
}
