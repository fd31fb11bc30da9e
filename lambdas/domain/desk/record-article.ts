import * as events from '../../../contract/events/events.ts';
import type { ArticleStatus } from '../../../contract/records/article.ts';
import type { TransactionPart } from '../../platform/conditional-write.ts';
import { type EventBus, publishEvent } from '../../platform/publish-event.ts';
import type { ArticleDesk } from '../articles/article-desk.ts';
import type { AuditStore } from './audit-store.ts';
import type { DeskAction } from './record-action.ts';
import { recordChange } from './record-change.ts';

interface RecordDependencies {
  articles: Pick<ArticleDesk, 'write'>;
  audit: Pick<AuditStore, 'add' | 'part' | 'requireSame'>;
  bus: EventBus;
  now: () => Date;
}

interface ArticleChange {
  slug: string;
  writes: (at: Date) => TransactionPart[];
  /** Missing when a draft is discarded. */
  after?: ArticleStatus;
  /** Whether visitors will see the change: the site must read the article. */
  isPublic: boolean;
}

/**
 * Changes an article with `recordChange`, which publishes `articleChanged` if visitors will see the change.
 * @throws AppError `aborted` when the article is not the one that the admin saw, or the id belongs to another action
 */
export function recordArticle(
  { articles, audit, bus, now }: RecordDependencies,
  action: DeskAction,
  { slug, writes, after, isPublic }: ArticleChange,
): Promise<void> {
  return recordChange({ audit, now }, action, {
    ...(after && { after }),
    write: (auditPart, at) => articles.write(auditPart, writes(at)),
    ...(isPublic && { announce: () => publishEvent(bus, events.articleChanged, { slug }) }),
  });
}
