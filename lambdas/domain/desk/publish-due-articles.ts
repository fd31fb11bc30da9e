import { isDeepStrictEqual } from 'node:util';
import type { DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb';
import { type StoredDraft, storedRefusal } from '../../../contract/records/article.ts';
import { AppError } from '../../platform/app-error.ts';
import { writeRecorded } from '../../platform/conditional-write.ts';
import { logger } from '../../platform/logger.ts';
import { queryAll } from '../../platform/query-all.ts';
import { requestId } from '../../platform/request-id.ts';
import type { Refusal } from '../articles/article-store.ts';
import { articleWrites, readVersions, seenOf, slugOfKey } from '../articles/article-versions.ts';
import type { EditedArticle } from '../articles/edit-article.ts';
import { requirePages, type Site } from '../articles/find-missing-pages.ts';
import { articleOfDraft, isDue } from '../articles/read-pasted.ts';
import type { AuditStore } from './audit-store.ts';

interface DueDependencies {
  client: DynamoDBDocumentClient;
  tableName: string;
  audit: Pick<AuditStore, 'part'>;
  /** Publishes the event that makes the site read an article. Safe to repeat. */
  announce: (slug: string) => Promise<void>;
  site: Site;
  now: Date;
}

/** An article that another one links to may be scheduled for the same time, and appears some minutes later. */
const graceMs = 10 * 60 * 1000;

/**
 * Puts each scheduled draft whose time has come in the place of the published version, with an entry in the audit. The event comes first: it waits in the
 * queue until this run has ended, so an article that a run publishes before it dies is read by the next one.
 * @returns the drafts that cannot be published for ten minutes, and that no earlier run has reported. They stay scheduled until the team changes them.
 */
export async function publishDueArticles(dependencies: DueDependencies): Promise<Refusal[]> {
  const { client, tableName, now } = dependencies;
  const scheduled = await queryAll<StoredDraft>(client, {
    tableName,
    indexName: 'byStatus',
    key: { name: 'status', value: 'scheduled' satisfies StoredDraft['status'] },
  });
  const due = scheduled.filter(({ schedule }) => schedule && isDue(schedule, now));
  const refusals: Refusal[] = [];
  for (const { slug: key } of due) refusals.push(...(await publishDue(dependencies, key)));
  return refusals;
}

async function publishDue(
  { client, tableName, audit, announce, site, now }: DueDependencies,
  key: string,
): Promise<Refusal[]> {
  const slug = slugOfKey(key);
  const current = await readVersions(client, tableName, slug);
  const { draft } = current;
  // The index may lag behind a change of the team.
  if (draft?.status !== 'scheduled' || !draft.schedule || !isDue(draft.schedule, now)) return [];
  const { article, problems } = await readDue(site, draft);
  if (!article) {
    if (now.getTime() - Date.parse(draft.schedule.at) < graceMs) return [];
    const { updatedAt } = draft;
    const known = storedRefusal.safeParse((draft as { refusal?: unknown }).refusal).data;
    return isDeepStrictEqual(known, { updatedAt, problems }) ? [] : [{ slug: key, updatedAt, problems }];
  }
  await announce(slug);
  const entry = audit.part({
    // The same when the event is repeated.
    auditId: `${slug}#${draft.updatedAt}`,
    at: now.toISOString(),
    actorId: 'publishBlog',
    action: 'storeArticle',
    outcome: 'done',
    slug,
    before: draft.status,
    after: article.status,
    requestId: requestId() ?? '',
  });
  const writes = articleWrites(tableName, current).publish(article, seenOf(current), now);
  const outcome = await writeRecorded(client, entry, ...writes);
  // A later run publishes it, if it is still due.
  if (outcome !== 'written') logger.warn('a due article was changed at the same time', { slug, outcome });
  return [];
}

async function readDue(
  site: Site,
  draft: StoredDraft,
): Promise<{ article?: EditedArticle; problems: string[] }> {
  try {
    const article = articleOfDraft(draft);
    await requirePages(site, { slug: slugOfKey(draft.slug), content: article.content });
    return { article, problems: [] };
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    return { problems: [error.message] };
  }
}
