import { licenseTerms } from '../../../../content/license-terms.ts';
import { termsOfService } from '../../../../content/terms-of-service.ts';
import type { LegalText } from '../../../../contract/content/legal-text.ts';
import type { Inline, Section } from '../../../../contract/content/sections.ts';
import { termsVersion, termsVersions } from '../../../../contract/rules/terms-versions.ts';
import { formatDate } from '../../lib/format-date.ts';
import { site } from '../../lib/site.ts';

/** The page of one version of the terms. */
export function termsOfVersion(version: string): LegalText {
  const service = termsOfService[version];
  return {
    title: service ? `Terms of Service ${version}` : `License Terms ${version}`,
    description: service
      ? `The terms of ${formatDate(version)} for using ${site.name}, with what a license includes.`
      : `What a ${site.name} license includes under the terms of ${formatDate(version)}.`,
    updatedAt: version,
    sections: [
      ...(version === termsVersion ? [] : [notCurrent]),
      ...(service?.sections ?? []),
      header('license', 'What the license means'),
      pointsOf(version),
      paragraph(
        'An order keeps the version that its buyer saw.',
        ...(service
          ? []
          : [
              ' The rules for the website, your account and the app are in the ',
              link('/terms', 'Terms of Service'),
              '.',
            ]),
      ),
    ],
  };
}

/** The current terms of service, and as their last section what new licenses include and the earlier versions. */
export function currentTerms(): LegalText {
  const service = termsOfService[termsVersion];
  if (!service) throw new Error(`content/terms-of-service.ts has no version ${termsVersion}.`);
  return { ...service, sections: [...service.sections, ...currentLicenseTerms()] };
}

function currentLicenseTerms(): Section[] {
  const earlierVersions = termsVersions.filter((version) => version !== termsVersion);
  return [
    header('license-terms', 'License terms'),
    paragraph(
      'New orders use the terms of ',
      linkToVersion(termsVersion),
      '. An order keeps the version that its buyer saw.',
    ),
    pointsOf(termsVersion),
    ...(earlierVersions.length > 0
      ? [paragraph('Earlier versions:'), list(earlierVersions.map((version) => [linkToVersion(version)]))]
      : []),
  ];
}

const header = (id: string, text: string): Section => ({ type: 'header', id, level: 2, content: [text] });
const paragraph = (...content: Inline[]): Section => ({ type: 'paragraph', content });
const list = (items: Inline[][]): Section => ({
  type: 'list',
  content: items.map((content) => ({ content })),
});
const strong = (text: string): Inline => ({ mark: 'strong', content: [text] });
const link = (href: string, text: string): Inline => ({ mark: 'link', href, content: [text] });
const linkToVersion = (version: string) => link(`/terms/${version}`, formatDate(version));

const notCurrent = paragraph(
  strong('This is not the current version.'),
  ' See the ',
  link('/terms', 'current terms'),
  '.',
);

function pointsOf(version: string): Section {
  const { points = [] } = licenseTerms.find((each) => each.version === version) ?? {};
  return list(points.map(({ name, text }) => [strong(`${name}.`), ` ${text}`]));
}
