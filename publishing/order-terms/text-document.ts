import type { Inline, Section } from '../../contract/content/sections.ts';

interface TextDocument {
  title: string;
  /** Shown below the title. */
  note: string;
  sections: readonly Section[];
}

/**
 * Renders a legal text as plain text, which every device can open permanently. Links show their
 * address.
 */
export function textDocument({ title, note, sections }: TextDocument, siteUrl: string): string {
  const parts = sections.map((section) => textOfSection(section, siteUrl));
  return `${[underlined(title, '='), note, ...parts].join('\n\n')}\n`;
}

function textOfSection(section: Section, siteUrl: string): string {
  switch (section.type) {
    case 'header':
      return underlined(inText(section.content, siteUrl), '-');
    case 'paragraph':
      return inText(section.content, siteUrl);
    case 'list':
      return section.content.map(({ content }) => `- ${inText(content, siteUrl)}`).join('\n');
  }
}

const underlined = (heading: string, line: string) => `${heading}\n${line.repeat(heading.length)}`;

function inText(content: readonly Inline[], siteUrl: string): string {
  return content
    .map((part) => {
      if (typeof part === 'string') return part;
      const text = inText(part.content, siteUrl);
      if (part.mark !== 'link' || part.href === `mailto:${text}`) return text;
      return `${text} (${new URL(part.href, siteUrl)})`;
    })
    .join('');
}
