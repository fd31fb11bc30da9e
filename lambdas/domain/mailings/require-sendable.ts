import type { DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb';
import type { Mailing } from '../../../contract/records/mailing.ts';
import { nobodyReceives } from '../../../contract/rules/mail-group-phrases.ts';
import { AppError } from '../../platform/app-error.ts';
import type { SiteReader } from '../../platform/site-reader.ts';
import { findProblem } from './find-problem.ts';
import { readPastedMailing } from './read-pasted-mailing.ts';
import { requireFreeAddress } from './require-free-address.ts';
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
