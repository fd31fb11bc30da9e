import { dynamodb, eventBridge } from '../../platform/aws.ts';
import { readConfig, resourceName } from '../../platform/config.ts';
import { publishEvent } from '../../platform/publish-event.ts';
import { type ArticleChange, type ArticleDesk, articleDesk } from '../articles/article-desk.ts';
import { type AuditStore, auditStore } from './audit-store.ts';
import type { DeskAction } from './record-action.ts';
import { recordChange } from './record-change.ts';

interface RecordDependencies {
  articles: Pick<ArticleDesk, 'save'>;
  audit: Pick<AuditStore, 'add' | 'part' | 'requireSame'>;
  /** Publishes the event that makes the site read the article. */
  announce: (slug: string) => Promise<void>;
  now: () => Date;
}

/**
 * Changes an article with `recordChange`, which publishes `articleChanged`.
 * @throws AppError `aborted` when the article is not the one that the member saw, or the id belongs to another action
 */
export function recordArticle(
  { articles, audit, announce, now }: RecordDependencies,
  action: DeskAction,
  change: Omit<ArticleChange, 'auditPart'>,
): Promise<void> {
  const { slug, status } = change.article;
  return recordChange({ audit, now }, action, {
    after: status,
    write: (auditPart, at) => articles.save({ ...change, auditPart }, at),
    announce: () => announce(slug),
  });
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
