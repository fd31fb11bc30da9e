import type { PublishedSummary } from '../../../../contract/records/article.ts';
import styles from './byline.module.css';

interface BylineProps extends Pick<PublishedSummary, 'author' | 'createdAt' | 'readingMinutes'> {
  /** The date in words. If this file imported code of `lib`, all pages that call the server would load its styles. */
  date: string;
}

export function Byline({ author, createdAt, date, readingMinutes }: BylineProps) {
  return (
    <p className={styles.byline}>
      {author} · <time dateTime={createdAt}>{date}</time> · {readingMinutes} min read
    </p>
  );
}
