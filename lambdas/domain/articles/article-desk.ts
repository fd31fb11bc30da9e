import type { DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb';
import type { ArticleStatus, StoredDraft } from '../../../contract/records/article.ts';
import type { ListedArticle, ListedDraft } from '../../../contract/records/desk-articles.ts';
import type { ArticleState } from '../../../contract/rules/article-states.ts';
import { deskPageSize } from '../../../contract/rules/desk-rules.ts';
import { AppError } from '../../platform/app-error.ts';
import { type TransactionPart, writeRecorded } from '../../platform/conditional-write.ts';
import { queryPage } from '../../platform/query-page.ts';
import { readBatches } from '../../platform/read-batches.ts';
import {
  type ArticleVersions,
  keyOfDraft,
  readVersions,
  seenVersion,
  slugOfKey,
} from './article-versions.ts';
import { refusalOf } from './edit-article.ts';

/** The version of each article that visitors see, by slug. */
export type LiveArticles = ReadonlyMap<string, unknown>;

export type ArticleDesk = ReturnType<typeof articleDesk>;

/** The Articles table for the desk. */
export function articleDesk(client: DynamoDBDocumentClient, tableName: string) {
  /** The drafts beside published articles, by slug. */
  async function draftsOf(slugs: string[]): Promise<Map<string, ListedDraft>> {
    const drafts = new Map<string, ListedDraft>();
    const keys = slugs.map((slug) => ({ slug: keyOfDraft(slug) }));
    for await (const items of readBatches(client, tableName, keys, 'slug, updatedAt, schedule'))
      for (const item of items) drafts.set(slugOfKey(String(item.slug)), describeDraft(item));
    return drafts;
  }

  const find = (slug: string) => readVersions(client, tableName, slug);

  return {
    tableName,

    /** @throws AppError `aborted` when the address belongs to a newsletter */
    find,

    /** @throws AppError `not-found` without an article, or an error of `find` */
    async get(slug: string): Promise<ArticleVersions> {
      const found = await find(slug);
      if (found.live || found.draft) return found;
      throw new AppError('not-found', 'This article does not exist. Load the list again.');
    },

    /** A page of the articles in a state, newest first. */
    async page(
      status: ArticleStatus,
      cursor: string | undefined,
      live: LiveArticles,
    ): Promise<{ articles: ListedArticle[]; next?: string }> {
      const { items, ...page } = await queryPage(client, {
        tableName,
        indexName: 'byStatus',
        key: { name: 'status', value: status },
        cursor,
        size: deskPageSize,
        more: {
          ProjectionExpression: 'slug, headline, #key, createdAt, updatedAt, refusal, schedule',
        },
      });
      const drafts =
        status === 'published' ? await draftsOf(items.map(({ slug }) => String(slug))) : undefined;
      return { articles: items.map((item) => describe(item, live, drafts)), ...page };
    },

    /**
     * Writes a change with its audit entry.
     * @returns false when the entry exists already, so that nothing was written
     * @throws AppError `aborted` when the article is not the one that the admin saw
     */
    async write(auditPart: TransactionPart, changes: TransactionPart[]): Promise<boolean> {
      const outcome = await writeRecorded(client, auditPart, ...changes);
      if (outcome === 'outdated')
        throw new AppError(
          'aborted',
          'Another admin has just changed this article. Nothing was changed. Load it again.',
        );
      return outcome === 'written';
    },
  };
}

function describe(
  item: Record<string, unknown>,
  live: LiveArticles,
  drafts: Map<string, ListedDraft> | undefined,
): ListedArticle {
  const key = String(item.slug);
  const slug = slugOfKey(key);
  const isBesideLive = key !== slug;
  const status = item.status as ListedArticle['status'];
  const version = describeDraft(item);
  const problems = refusalOf(item)?.problems;
  const draft = drafts?.get(slug);
  return {
    slug,
    headline: String(item.headline ?? ''),
    status,
    state: stateOf(),
    createdAt: String(item.createdAt),
    ...version,
    ...(problems ? { problems } : {}),
    ...(draft ? { draft } : {}),
    ...(isBesideLive ? { isBesideLive } : {}),
  };

  function stateOf(): ArticleState {
    if (status !== 'published') return live.has(slug) && !isBesideLive ? 'being unpublished' : status;
    if (problems) return 'refused';
    const { updatedAt } = version;
    return updatedAt !== undefined && live.get(slug) === updatedAt ? 'published' : 'being published';
  }
}

function describeDraft(item: Record<string, unknown>): ListedDraft {
  const { schedule } = item as Pick<StoredDraft, 'schedule'>;
  return { ...seenVersion(item), ...(schedule ? { schedule } : {}) };
}
