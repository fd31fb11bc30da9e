import { type ChangelogEntry, statusOfLabel } from '../../contract/content/changelog.ts';
import { publicAddressOf, site } from '../../web/src/lib/site.ts';
import { atomFeed } from './atom-feed.ts';
import { listHtml, sectionHtml } from './section-html.ts';

/** The changelog as a feed, without versions that are still in development. */
export function changelogFeed(entries: ChangelogEntry[]): string {
  const pageAddress = publicAddressOf('/changelog');
  return atomFeed({
    title: `${site.name} changelog`,
    address: publicAddressOf('/changelog.atom'),
    pageAddress,
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
            ...body.map((section) => sectionHtml(section, pageAddress)),
            ...categories.flatMap(({ name, changes }) => [
              `<h3>${name}</h3>`,
              listHtml(changes, pageAddress),
            ]),
          ].join('\n'),
        },
      })),
  });
}
