import { mailingStatuses } from '../../../contract/records/mailing.ts';
import type { MailingSite } from './connect-to-mailings.ts';
import { stateOf } from './describe-mailing.ts';

/** A line for each of the latest mailings, by state. */
export async function listMailings({ mailings }: Pick<MailingSite, 'mailings'>): Promise<string[]> {
  const pages = await Promise.all(mailingStatuses.map((status) => mailings.page(status)));
  const found = pages.flatMap((page) => page.mailings);
  if (found.length === 0) return ['There are no mailings yet.'];
  const width = Math.max(...found.map(({ slug }) => slug.length));
  return found.map((each) =>
    [each.slug.padEnd(width), each.group.padEnd('newsletter'.length), each.subject, stateOf(each)].join('  '),
  );
}
