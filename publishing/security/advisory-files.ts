import { type Advisory, advisoriesFolder, advisoryPath, summaryOf } from '../../contract/content/advisory.ts';
import { owner } from '../../settings.ts';
import { publicAddressOf, site } from '../../web/src/lib/site.ts';
import type { SiteFile } from '../pages/site-file.ts';

const feedPath = `${advisoriesFolder}/feed-tlp-white.json`;

/** The file that `security.txt` names, from which programs find all advisories. */
export const providerMetadataPath = `${advisoriesFolder}/provider-metadata.json`;

const json = (value: object) => `${JSON.stringify(value, null, 2)}\n`;

/**
 * The advisories, a feed of them, and who publishes them, for programs.
 * @param updatedAt ISO 8601: the time of the feed while there is no advisory
 * @see https://docs.oasis-open.org/csaf/csaf/v2.0/os/csaf-v2.0-os.html#7-distributing-csaf-documents
 */
export function advisoryFiles(advisories: Advisory[], updatedAt: string): SiteFile[] {
  const changedAt =
    advisories
      .map(({ document }) => document.tracking.current_release_date)
      .sort()
      .at(-1) ?? updatedAt;
  return [
    ...advisories.map((advisory) => ({ path: advisoryPath(advisory), content: json(advisory) })),
    { path: feedPath, content: json(feedOf(advisories, changedAt)) },
    { path: providerMetadataPath, content: json(metadataOf(changedAt)) },
  ];
}

function metadataOf(last_updated: string): object {
  return {
    canonical_url: publicAddressOf(`/${providerMetadataPath}`),
    distributions: [
      {
        rolie: {
          feeds: [{ summary: 'All advisories', tlp_label: 'WHITE', url: publicAddressOf(`/${feedPath}`) }],
        },
      },
    ],
    last_updated,
    list_on_CSAF_aggregators: true,
    mirror_on_CSAF_aggregators: true,
    metadata_version: '2.0',
    publisher: { category: 'vendor', name: owner.name, namespace: publicAddressOf('/') },
    role: 'csaf_provider',
  };
}

/** A ROLIE feed (RFC 8322) in JSON. */
function feedOf(advisories: Advisory[], updated: string): object {
  const href = publicAddressOf(`/${feedPath}`);
  return {
    feed: {
      id: 'lorewright-advisories',
      title: `Security advisories of ${site.name}`,
      link: [{ rel: 'self', href }],
      category: [{ scheme: 'urn:ietf:params:rolie:category:information-type', term: 'csaf' }],
      updated,
      entry: advisories.map((advisory) => {
        const { title, tracking } = advisory.document;
        const src = publicAddressOf(`/${advisoryPath(advisory)}`);
        return {
          id: tracking.id,
          title,
          link: [{ rel: 'self', href: src }],
          published: tracking.initial_release_date,
          updated: tracking.current_release_date,
          summary: { content: summaryOf(advisory) ?? title },
          content: { type: 'application/json', src },
          format: {
            schema: 'https://docs.oasis-open.org/csaf/csaf/v2.0/csaf_json_schema.json',
            version: '2.0',
          },
        };
      }),
    },
  };
}
