import { dynamodb, eventBridge } from '../../platform/aws.ts';
import { readConfig, resourceName } from '../../platform/config.ts';
import { publishEvent } from '../../platform/publish-event.ts';
import { type ArticleChange, type ArticleDesk, articleDesk } from '../articles/article-desk.ts';
import { type AuditStore, auditStore } from './audit-store.ts';
import { type DeskAction, entryOf } from './record-action.ts';

interface RecordDependencies {
  articles: Pick<ArticleDesk, 'save'>;
  audit: Pick<AuditStore, 'add' | 'part' | 'requireSame'>;
  /** Publishes the event that makes the site read the article. */
  announce: (slug: string) => Promise<void>;
  now: () => Date;
}

/**
 * Changes an article and writes its audit entry in one transaction, then publishes `articleChanged`. A run that is interrupted before the
 * event leaves `requested` as the last entry; `completeDeskActions`, or the same request, then publishes the event.
 * @throws AppError `aborted` when the article is not the one that the member saw, or the id belongs to another action
 */
export async function recordArticle(
  { articles, audit, announce, now }: RecordDependencies,
  action: DeskAction,
  change: Omit<ArticleChange, 'auditPart'>,
): Promise<void> {
  const { slug, status } = change.article;
  const at = now();
  let entry = entryOf(action, at, 'requested', status);
  const isFirst = await articles.save({ ...change, auditPart: audit.part(entry) }, at);
  // The entry of the first request has the state before the change.
  if (!isFirst) entry = await audit.requireSame(entry);
  await announce(slug);
  await audit.add({ ...entry, at: now().toISOString(), outcome: 'done' });
}

/** `recordArticle` with the services that the functions use. */
export function articleRecording(now: () => Date) {
  const { ARTICLES_TABLE, AUDIT_TABLE, EVENT_BUS } = readConfig({
    ARTICLES_TABLE: resourceName,
    AUDIT_TABLE: resourceName,
    EVENT_BUS: resourceName,
  });
  const client = dynamodb();
  const bus = eventBridge();
  const articles = articleDesk(client, ARTICLES_TABLE);
  const dependencies: RecordDependencies = {
    articles,
    audit: auditStore(client, AUDIT_TABLE),
    announce: (slug) => publishEvent(bus, EVENT_BUS, 'articleChanged', { slug }),
    now,
  };
  return {
    find: articles.find,
    record: (action: DeskAction, change: Omit<ArticleChange, 'auditPart'>) =>
      recordArticle(dependencies, action, change),
  };
}
