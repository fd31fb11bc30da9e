/** The slug of the mailing that the site drafts about a release. */
export const slugOfRelease = (version: string): string =>
  `release-${version.toLowerCase().replaceAll(/[^a-z0-9]+/g, '-')}`;

/** Whether a mailing has the name of one about a release. */
export const isAboutRelease = (slug: string): boolean => /^release-\d+-\d+-\d+(-|$)/.test(slug);
