import { brand } from '../../../contract/rules/brand.ts';
import type { WrittenMailing } from '../../../publishing/markdown/parse-mailing.ts';
import type { Newsletter } from '../articles/store-newsletter.ts';
import type { StoredMailing } from './stored-mailing.ts';

/** A newsletter as the site shows it. Its day is the day of the approval. */
export function newsletterOfMailing(
  { approvedAt, updatedAt }: Pick<StoredMailing, 'approvedAt' | 'updatedAt'>,
  { slug, subject, preheader, content }: WrittenMailing,
): Newsletter {
  const writtenAt = approvedAt ?? updatedAt;
  return {
    slug,
    headline: subject,
    author: `The ${brand} team`,
    description: preheader,
    createdAt: writtenAt.slice(0, 10),
    updatedAt: writtenAt,
    content,
  };
}
