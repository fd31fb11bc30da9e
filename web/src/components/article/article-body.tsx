import type { ArticlePageData } from '../../../../contract/content/article-page.ts';
import { formatDate } from '../../lib/format-date.ts';
import type { Elements } from '../elements.ts';
import { Lead } from '../lead.tsx';
import { Prose, textSizes } from '../text/prose.tsx';
import styles from './article-body.module.css';
import { Byline } from './byline.tsx';
import { Cover } from './cover.tsx';

interface ArticleBodyProps {
  article: ArticlePageData['article'];
  /** Above the headline. */
  children?: Elements;
}

/** An article from its headline to its last line. */
export function ArticleBody({ article, children }: ArticleBodyProps) {
  return (
    <article className={styles.article} dir="auto">
      {children}
      <h1>{article.headline}</h1>
      <Byline {...article} date={formatDate(article.createdAt)} />
      <div className={styles.cover}>
        <Cover article={article} sizes={textSizes} />
      </div>
      <Lead>{article.description}</Lead>
      <Prose sections={article.sections} />
    </article>
  );
}
