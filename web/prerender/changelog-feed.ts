import { atomFeed, escapeXml } from '../../contract/atom-feed.ts';
import { type ChangelogEntry, statusOfLabel } from '../src/features/changelog/changelog.ts';
import type { Inline, Section } from '../src/features/reading/sections.ts';
import { publicAddressOf, site } from '../src/site.ts';

/** The changelog for feed readers: what the page shows, without what is still in development. */
export function changelogFeed(entries: ChangelogEntry[]): string {
  return atomFeed({
    title: `${site.name} changelog`,
    address: publicAddressOf('/changelog.atom'),
    pageAddress: publicAddressOf('/changelog'),
    author: site.name,
    entries: entries
      .filter(({ label }) => statusOfLabel(label) !== 'development')
      .map(({ version, label, date, body, categories }) => ({
        title: [site.name, version, label && `(${label})`].filter(Boolean).join(' '),
        address: publicAddressOf(`/changelog#${version}`),
        publishedAt: `${date}T00:00:00Z`,
        content: {
          type: 'html',
          value: [
            ...body.map(sectionHtml),
            ...categories.flatMap(({ name, changes }) => [`<h3>${name}</h3>`, listHtml(changes)]),
          ].join('\n'),
        },
      })),
  });
}

function sectionHtml(section: Section): string {
  switch (section.type) {
    case 'header':
      return `<h${section.level}>${inlineHtml(section.content)}</h${section.level}>`;
    case 'paragraph':
      return `<p>${inlineHtml(section.content)}</p>`;
    case 'list':
      return listHtml(section.content.map(({ content }) => content));
  }
}

const listHtml = (items: Inline[][]) =>
  `<ul>${items.map((item) => `<li>${inlineHtml(item)}</li>`).join('')}</ul>`;

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
