import { licenseTerms } from '../../../../content/license-terms.ts';
import { termsOfService } from '../../../../content/terms-of-service.ts';
import type { LegalText } from '../../../../contract/content/legal-text.ts';
import { link } from '../../../../contract/content/link.ts';
import type { Inline, Section } from '../../../../contract/content/sections.ts';
import { termsVersion, termsVersions } from '../../../../contract/rules/terms-versions.ts';
import { formatDate } from '../../lib/format-date.ts';
import { site } from '../../lib/site.ts';

/** The page of one version of the terms. */
export function termsOfVersion(version: string): LegalText {
  const { title, sections } = textOf(version);
  return {
    title: `${title} ${version}`,
    description: `The terms of ${formatDate(version)} for using ${site.name}, with what a license includes.`,
    updatedAt: version,
    sections: [...(version === termsVersion ? [] : [notCurrent]), ...sections],
  };
}

/** The current terms, with links to all versions. */
export function currentTerms(): LegalText {
  const earlierVersions = termsVersions.filter((version) => version !== termsVersion);
  const text = textOf(termsVersion);
  return {
    ...text,
    sections: [
      ...text.sections,
      paragraph('The address of this version is ', linkToVersion(termsVersion), '.'),
      ...(earlierVersions.length > 0
        ? [paragraph('Earlier versions:'), list(earlierVersions.map((version) => [linkToVersion(version)]))]
        : []),
    ],
  };
}

/** The terms of service, and as their last section what a license includes. */
function textOf(version: string): LegalText {
  const service = termsOfService[version];
  if (!service) throw new Error(`content/terms-of-service.ts has no version ${version}.`);
  const points = licenseTerms[version] ?? [];
  return {
    ...service,
    sections: [
      ...service.sections,
      { type: 'header', id: 'license-terms', level: 2, content: ['What the license means'] },
      list(points.map(({ name, text }) => [strong(`${name}.`), ` ${text}`])),
      paragraph('An order keeps the version of these terms that its buyer saw.'),
    ],
  };
}

const paragraph = (...content: Inline[]): Section => ({ type: 'paragraph', content });
const list = (items: Inline[][]): Section => ({
  type: 'list',
  content: items.map((content) => ({ content })),
});
const strong = (text: string): Inline => ({ mark: 'strong', content: [text] });
const linkToVersion = (version: string) => link(`/terms/${version}`, formatDate(version));

const notCurrent = paragraph(
  strong('This is not the current version.'),
  ' See the ',
  link('/terms', 'current terms'),
  '.',
);
