import * as events from '../../../contract/events/events.ts';
import { type EventBus, publishEvent } from '../../platform/publish-event.ts';
import type { ArticleChange, ArticleDesk } from '../articles/article-desk.ts';
import type { AuditStore } from './audit-store.ts';
import type { DeskAction } from './record-action.ts';
import { recordChange } from './record-change.ts';

interface RecordDependencies {
  articles: Pick<ArticleDesk, 'save'>;
  audit: Pick<AuditStore, 'add' | 'part' | 'requireSame'>;
  bus: EventBus;
  now: () => Date;
}

/**
 * Changes an article with `recordChange`, which publishes `articleChanged`.
 * @throws AppError `aborted` when the article is not the one that the admin saw, or the id belongs to another action
 */
export function recordArticle(
  { articles, audit, bus, now }: RecordDependencies,
  action: DeskAction,
  change: Omit<ArticleChange, 'auditPart'>,
): Promise<void> {
  const { slug, status } = change.article;
  return recordChange({ audit, now }, action, {
    after: status,
    write: (auditPart, at) => articles.save({ ...change, auditPart }, at),
    announce: () => publishEvent(bus, events.articleChanged, { slug }),
  });
}
