import { escapeXml } from '../../contract/atom-feed.ts';
import type { Inline, Section } from '../src/features/reading/sections.ts';
import { publicAddressOf } from '../src/site.ts';

/** Written text for feed readers: plain HTML without our styles, with whole addresses. */
export function sectionHtml(section: Section): string {
  switch (section.type) {
    case 'header':
      return `<h${section.level}>${inlineHtml(section.content)}</h${section.level}>`;
    case 'paragraph':
      return `<p>${inlineHtml(section.content)}</p>`;
    case 'list':
      return listHtml(section.content.map(({ content }) => content));
  }
}

export function listHtml(items: Inline[][]): string {
  return `<ul>${items.map((item) => `<li>${inlineHtml(item)}</li>`).join('')}</ul>`;
}

const tags = { strong: 'strong', emphasis: 'em', code: 'code' } as const;

function inlineHtml(content: Inline[]): string {
  return content
    .map((part) => {
      if (typeof part === 'string') return escapeXml(part);
      if (part.mark === 'link') {
        // In a reader, a path leads nowhere.
        const address = part.href.startsWith('/') ? publicAddressOf(part.href) : part.href;
        return `<a href="${escapeXml(address)}">${inlineHtml(part.content)}</a>`;
      }
      const tag = tags[part.mark];
      return `<${tag}>${inlineHtml(part.content)}</${tag}>`;
    })
    .join('');
}
