import type { DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb';
import type { WrittenMailing } from '../../../publishing/markdown/parse-mailing.ts';
import { AppError } from '../../platform/app-error.ts';
import { readItem } from '../../platform/read-item.ts';

/**
 * Checks the address of a newsletter, which is stored in the Articles table when it is sent.
 * @throws AppError `aborted` for a newsletter whose address is taken
 */
export async function requireFreeAddress(
  client: DynamoDBDocumentClient,
  articlesTable: string,
  { slug, group }: Pick<WrittenMailing, 'slug' | 'group'>,
): Promise<void> {
  if (group !== 'newsletter') return;
  if (await readItem(client, articlesTable, { slug }))
    throw new AppError('aborted', `An article has the address ${slug}. Choose another name.`);
}
