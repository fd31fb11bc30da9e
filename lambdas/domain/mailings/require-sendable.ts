import type { DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb';
import type { Mailing } from '../../../contract/records/mailing.ts';
import { nobodyReceives } from '../../../contract/rules/mail-group-phrases.ts';
import type { WrittenMailing } from '../../../publishing/markdown/parse-mailing.ts';
import { AppError } from '../../platform/app-error.ts';
import { readItem } from '../../platform/read-item.ts';
import type { SiteReader } from '../../platform/site-reader.ts';
import { findProblem } from './find-problem.ts';
import { readPastedMailing } from './read-pasted-mailing.ts';
import type { SubscriberStore } from './subscriber-store.ts';

export interface SendableDependencies {
  tables: DynamoDBDocumentClient;
  articlesTable: string;
  subscribers: Pick<SubscriberStore, 'count'>;
  readSite: SiteReader;
  siteUrl: string;
  now: () => Date;
}

/**
 * Checks a mailing before it starts.
 * @returns how many people get it
 * @throws AppError `aborted` or `invalid-argument` with a sentence about why it cannot be sent; `unavailable` when that cannot be found out
 */
export async function requireSendable(
  dependencies: SendableDependencies,
  { slug, text }: Pick<Mailing, 'slug' | 'text'>,
): Promise<number> {
  const { articlesTable, subscribers, tables } = dependencies;
  const written = readPastedMailing(slug, text);
  await requireFreeAddress(tables, articlesTable, written);
  const problem = await findProblem(dependencies, written);
  if (problem) throw new AppError('aborted', problem);
  const { count } = await subscribers.count(written);
  if (count > 0) return count;
  throw new AppError('aborted', nobodyReceives(written));
}

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
