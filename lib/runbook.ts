/** Where docs/runbook.md says what an alarm means, how to look and what to do. */
export function inRunbook(section: string): string {
  return `docs/runbook.md#${section.toLowerCase().replaceAll(' ', '-')}`;
}
