import { formatDate } from '../../lib/format-date.ts';
import type { ArticleSummary } from './article.ts';
import styles from './byline.module.css';

export function Byline({ author, createdAt }: Pick<ArticleSummary, 'author' | 'createdAt'>) {
  return (
    <p className={styles.byline}>
      {author} · <time dateTime={createdAt}>{formatDate(createdAt)}</time>
    </p>
  );
}
