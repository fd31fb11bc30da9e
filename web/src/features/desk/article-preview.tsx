import { lazy, Suspense } from 'react';
import type { PreviewedArticle } from '../../../../contract/records/desk-articles.ts';
import { Progress } from '../../components/progress.tsx';
import { loadChunk } from '../../lib/load-chunk.ts';
import styles from './desk.module.css';

const ArticleBody = lazy(async () => ({
  default: (await loadChunk('article-body', () => import('../../components/article/article-body.tsx')))
    .ArticleBody,
}));

/** An article as the site would show it. */
export function ArticlePreview({ article }: Pick<PreviewedArticle, 'article'>) {
  return (
    <div className={styles.preview}>
      <Suspense fallback={<Progress label="Loading the preview…" />}>
        <ArticleBody article={article} />
      </Suspense>
    </div>
  );
}
