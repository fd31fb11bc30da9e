import { Link } from 'react-router-dom';
import type { ListedArticle } from '../../../../contract/records/desk-articles.ts';
import { formatDate } from '../../lib/format-date.ts';
import { callDesk } from './call-desk.ts';
import styles from './desk.module.css';
import { DeskAction } from './desk-action.tsx';
import { DraftActions } from './draft-actions.tsx';

interface ArticleItemProps {
  article: ListedArticle;
  onPublished: () => Promise<void>;
  onUnpublished: () => Promise<void>;
}

/** An item that was written by hand may have no date. */
const describeDate = (date: string) => (Number.isNaN(Date.parse(date)) ? date : formatDate(date));

/** An article with its state and its mistakes. */
export function ArticleItem({ article, onPublished, onUnpublished }: ArticleItemProps) {
  const { slug, headline, createdAt, updatedAt, status, state, problems } = article;
  return (
    <li>
      <strong>{state === 'published' ? <Link to={`/blog/${slug}`}>{headline}</Link> : headline}</strong>,{' '}
      <span>{`${state}, ${describeDate(createdAt)},`}</span> <code className={styles.words}>{slug}</code>
      {problems && (
        <ul>
          {problems.map((problem) => (
            <li key={problem} className={styles.words}>
              {problem}
            </li>
          ))}
        </ul>
      )}
      {status === 'draft' && <DraftActions article={article} onPublished={onPublished} />}
      {status === 'published' && (
        <div className={styles.actions}>
          <DeskAction
            label="Unpublish"
            act={(request) =>
              callDesk('deskUnpublishArticle', {
                ...request,
                slug,
                seen: updatedAt === undefined ? {} : { updatedAt },
              })
            }
            onDone={onUnpublished}
          />
        </div>
      )}
    </li>
  );
}
