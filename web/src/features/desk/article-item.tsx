import { Link } from 'react-router-dom';
import type { ListedArticle, SeenVersions } from '../../../../contract/records/desk-articles.ts';
import { describeTime } from '../../../../contract/rules/zoned-time.ts';
import { callDesk } from './call-desk.ts';
import { describeArticle, describeDate, seenIn } from './describe-article.ts';
import styles from './desk.module.css';
import { Consequence, DeskAction } from './desk-action.tsx';
import { DraftActions } from './draft-actions.tsx';

/** An article with its state, its mistakes and the actions on its versions. */
export function ArticleItem({ article }: { article: ListedArticle }) {
  const { slug, headline, createdAt, status, state, problems } = article;
  return (
    <li>
      <strong>{state === 'published' ? <Link to={`/blog/${slug}`}>{headline}</Link> : headline}</strong>
      <p>
        <span>{`${capitalized(describeArticle(article))}. Dated ${describeDate(createdAt)}.`}</span>{' '}
        <code className={styles.words}>{slug}</code>
      </p>
      {problems && (
        <ul>
          {problems.map((problem) => (
            <li key={problem} className={styles.words}>
              {problem}
            </li>
          ))}
        </ul>
      )}
      {status === 'published' ? (
        <PublishedActions article={article} />
      ) : (
        <DraftActions slug={slug} draft={article} isBesideLive={article.isBesideLive} />
      )}
    </li>
  );
}

const capitalized = (words: string) => words.charAt(0).toUpperCase() + words.slice(1);

function PublishedActions({ article }: { article: ListedArticle }) {
  const { slug, draft } = article;
  const seen: SeenVersions = { live: seenIn(article), ...(draft ? { draft: seenIn(draft) } : {}) };
  const draftStays = draft?.schedule
    ? `Its draft stays, and is no longer published on ${describeTime(draft.schedule)}.`
    : 'Its draft stays.';
  const unpublish = (
    <DeskAction
      label="Unpublish"
      act={(request) => callDesk('deskUnpublishArticle', { ...request, slug, seen })}
      outcome={`Unpublished. ${draft ? draftStays : 'It is a draft now.'}`}
    >
      <Consequence>
        {draft
          ? `Visitors can no longer read the article, and the text that they see now is deleted. ${draftStays}`
          : 'Visitors can no longer read the article. Its text stays as a draft.'}
      </Consequence>
    </DeskAction>
  );
  return (
    <DraftActions slug={slug} draft={draft} isBesideLive>
      {unpublish}
    </DraftActions>
  );
}
