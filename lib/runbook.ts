import { repositoryUrl } from '../settings.ts';

/** The path of a section of the runbook. */
export function inRunbook(section: string): string {
  return `docs/alarms.md#${section.toLowerCase().replaceAll(' ', '-')}`;
}

/** The URL of the section if the repository has one, else its path. */
export function linkToRunbook(section: string, repository = repositoryUrl): string {
  return repository ? `${repository}/blob/main/${inRunbook(section)}` : inRunbook(section);
}

/** The same, in Markdown. */
export function markdownLinkToRunbook(section: string, repository = repositoryUrl): string {
  return repository ? `[${section}](${linkToRunbook(section, repository)})` : `\`${inRunbook(section)}\``;
}
