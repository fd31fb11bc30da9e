import { Link } from 'react-router-dom';
import { Lead } from '../components/lead.tsx';
import { Page } from '../components/page.tsx';
import type { Article, ArticleSummary } from '../features/blog/article.ts';
import { articles } from '../features/blog/articles.ts';
import { Byline } from '../features/blog/byline.tsx';
import { CoverDrawing } from '../features/blog/cover-drawing.tsx';
import { Prose } from '../features/reading/prose.tsx';
import styles from './article.module.css';

export default function ArticlePage({ article }: { article: Article }) {
  const { slug, headline, author, createdAt, description, sections } = article;
  const place = articles.findIndex((other) => other.slug === slug);

  return (
    <Page title={headline} description={description} width="wide">
      <article className={styles.article}>
        <p>
          <Link to="/blog">Blog</Link>
        </p>
        <h1>{headline}</h1>
        <Byline author={author} createdAt={createdAt} />
        <div className={styles.cover}>
          <CoverDrawing slug={slug} />
        </div>
        <Lead>{description}</Lead>
        <Prose sections={sections} />
      </article>
      <nav className={styles.neighbors} aria-label="More articles">
        <Neighbor article={articles[place + 1]} direction="Previous" />
        <Neighbor article={articles[place - 1]} direction="Next" />
      </nav>
    </Page>
  );
}

function Neighbor({ article, direction }: { article?: ArticleSummary; direction: 'Previous' | 'Next' }) {
  if (!article) return null;
  return (
    <Link to={`/blog/${article.slug}`} data-direction={direction}>
      <span>{direction}</span>
      {article.headline}
    </Link>
  );
}
