import type { MailingSite } from './connect-to-mailings.ts';
import { stateOf } from './report-mailing.ts';

const listed = ['draft', 'sending', 'paused', 'sent'] as const;

/** A line for each mailing, by state. Discarded drafts are left out. */
export async function listMailings({ mailings }: Pick<MailingSite, 'mailings'>): Promise<string[]> {
  const pages = await Promise.all(listed.map((status) => mailings.all(status)));
  const found = pages.flat();
  if (found.length === 0) return ['There are no mailings yet.'];
  const width = Math.max(...found.map(({ slug }) => slug.length));
  return found.map((each) =>
    [each.slug.padEnd(width), each.group.padEnd('newsletter'.length), each.subject, stateOf(each)].join('  '),
  );
}
