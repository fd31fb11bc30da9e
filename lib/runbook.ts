import { repositoryUrl } from '../settings.ts';

/** Where docs/runbook.md says what an alarm means, how to look and what to do. */
export function inRunbook(section: string): string {
  return `docs/runbook.md#${section.toLowerCase().replaceAll(' ', '-')}`;
}

/** The same, to be opened by whoever reads it, once the repository can be. */
export function linkToRunbook(section: string, repository = repositoryUrl): string {
  return repository ? `${repository}/blob/main/${inRunbook(section)}` : inRunbook(section);
}

/** The same, in Markdown. */
export function markdownLinkToRunbook(section: string, repository = repositoryUrl): string {
  return repository ? `[${section}](${linkToRunbook(section, repository)})` : `\`${inRunbook(section)}\``;
}
