import { plainFile } from '../../../contract/content/picture-files.ts';
import type { ArticleSection, Inline } from '../../../contract/content/sections.ts';
import { codeFont, displayFont, look } from './look.ts';
import { escapeHtml } from './mail-content.ts';

/** A section of a text as HTML for email programs. Its URLs must be absolute. */
export function sectionAsHtml(section: ArticleSection): string {
  switch (section.type) {
    case 'header': {
      const size = section.level === 2 ? 22 : 19;
      const style = `margin:28px 0 12px;font:600 ${size}px/1.3 ${displayFont}`;
      return `<h${section.level} ${look({ color: 'text' }, style)}>${inlineHtml(section.content)}</h${section.level}>`;
    }
    case 'paragraph':
      return `<p style="margin:0 0 16px">${inlineHtml(section.content)}</p>`;
    case 'list': {
      const items = section.content.map(
        ({ content }) => `<li style="margin:0 0 8px">${inlineHtml(content)}</li>`,
      );
      return `<ul style="margin:0 0 16px;padding:0 0 0 24px">\n${items.join('\n')}\n</ul>`;
    }
    case 'picture': {
      const { alternative, width, height } = section;
      // Some email programs ignore styles, and would show the picture in its full width.
      const shown = Math.min(width, textWidth);
      return `<p style="margin:0 0 16px"><img src="${escapeHtml(plainFile(section).url)}" alt="${escapeHtml(alternative)}" width="${shown}" height="${Math.round((height * shown) / width)}" style="display:block;width:100%;max-width:${shown}px;height:auto;border-radius:6px"></p>`;
    }
  }
}

/** Pixels of the column of text; see layout-html.ts. */
const textWidth = 518;

const tags = { strong: 'strong', emphasis: 'em' } as const;

function inlineHtml(content: Inline[]): string {
  return content
    .map((part) => {
      if (typeof part === 'string') return escapeHtml(part);
      const inner = inlineHtml(part.content);
      if (part.mark === 'link')
        return `<a href="${escapeHtml(part.href)}" ${look({ color: 'accent' })}>${inner}</a>`;
      if (part.mark === 'code') return `<code style="font-family:${codeFont}">${inner}</code>`;
      return `<${tags[part.mark]}>${inner}</${tags[part.mark]}>`;
    })
    .join('');
}

/** The same section as plain text. URLs of links follow their words. */
export function sectionAsText(section: ArticleSection): string {
  switch (section.type) {
    case 'header':
    case 'paragraph':
      return inlineText(section.content);
    case 'list':
      return section.content.map(({ content }) => `- ${inlineText(content)}`).join('\n');
    case 'picture':
      return section.alternative && `[${section.alternative}]`;
  }
}

function inlineText(content: Inline[]): string {
  return content
    .map((part) => {
      if (typeof part === 'string') return part;
      const inner = inlineText(part.content);
      return part.mark === 'link' && part.href !== inner ? `${inner} (${part.href})` : inner;
    })
    .join('');
}
