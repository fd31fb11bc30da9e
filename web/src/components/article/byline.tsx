import type { PublishedSummary } from '../../../../contract/records/article.ts';
import { formatDate } from '../../lib/format-date.ts';
import styles from './byline.module.css';

type BylineProps = Pick<PublishedSummary, 'author' | 'createdAt' | 'readingMinutes'>;

export function Byline({ author, createdAt, readingMinutes }: BylineProps) {
  return (
    <p className={styles.byline}>
      {author} · <time dateTime={createdAt}>{formatDate(createdAt)}</time> · {readingMinutes} min read
    </p>
  );
}
