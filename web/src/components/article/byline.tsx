import type { PublishedSummary } from '../../../../contract/records/article.ts';
import styles from './byline.module.css';

interface BylineProps extends Pick<PublishedSummary, 'author' | 'createdAt' | 'readingMinutes'> {
  /** `createdAt` in words. The caller formats it: with an import of `lib`, every page that calls the API would load these styles. */
  date: string;
}

export function Byline({ author, createdAt, date, readingMinutes }: BylineProps) {
  return (
    <p className={styles.byline}>
      <span>{author}</span> · <time dateTime={createdAt}>{date}</time>{' '}
      <span>{`· ${readingMinutes} min read`}</span>
    </p>
  );
}
