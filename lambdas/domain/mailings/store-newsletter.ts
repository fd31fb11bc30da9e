import { isDeepStrictEqual } from 'node:util';
import { type DynamoDBDocumentClient, PutCommand } from '@aws-sdk/lib-dynamodb';
import { type StoredArticle, storedArticle } from '../../../contract/records/article.ts';
import { brand } from '../../../contract/rules/brand.ts';
import type { WrittenMailing } from '../../../publishing/markdown/parse-mailing.ts';
import { AppError } from '../../platform/app-error.ts';
import { succeeds } from '../../platform/conditional-write.ts';
import { readItem } from '../../platform/read-item.ts';
import type { StoredMailing } from './stored-mailing.ts';

/** A newsletter as it was sent. Its headline is the subject, and its description is the preheader. */
export type Newsletter = Omit<StoredArticle, 'status'>;

/**
 * Stores a sent newsletter, which `articleChanged` then publishes below `/letters`. A repeated call changes nothing, even with another
 * `updatedAt`.
 * @throws AppError `aborted` when the address belongs to an article or another newsletter
 * @throws $ZodError when the site could not show the newsletter
 */
export async function storeNewsletter(
  client: DynamoDBDocumentClient,
  tableName: string,
  newsletter: Newsletter,
): Promise<void> {
  const item = storedArticle.parse({ ...newsletter, status: 'letter' });
  const put = new PutCommand({
    TableName: tableName,
    Item: item,
    ConditionExpression: 'attribute_not_exists(slug)',
  });
  if (await succeeds(client.send(put))) return;
  const { slug, updatedAt } = item;
  const current = await readItem(client, tableName, { slug });
  // The site may have added why it refused the item.
  const stored = storedArticle.safeParse(current).data;
  if (stored && isDeepStrictEqual({ ...stored, updatedAt }, item)) return;
  const owner = current?.status === 'letter' ? 'another newsletter' : 'an article';
  throw new AppError('aborted', `The address ${slug} belongs to ${owner}. Choose another one.`);
}

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
