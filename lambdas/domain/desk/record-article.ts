import type { ArticleChange, ArticleDesk } from '../articles/article-desk.ts';
import type { AuditStore } from './audit-store.ts';
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
