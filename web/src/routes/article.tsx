import { Link } from 'react-router-dom';
import type { ArticleLink, ArticlePageData } from '../../../contract/content/article-page.ts';
import { Lead } from '../components/lead.tsx';
import { Page } from '../components/page.tsx';
import { Prose } from '../components/text/prose.tsx';
import { WithContents } from '../components/text/with-contents.tsx';
import { Byline } from '../features/blog/byline.tsx';
import { Cover } from '../features/blog/cover.tsx';
import { FeedLinks } from '../features/blog/feed-links.tsx';
import { ShareLink } from '../features/blog/share-link.tsx';
import { publicAddressOf } from '../lib/site.ts';
import styles from './article.module.css';

/** As wide as the text. */
const coverSizes = '(width <= 42rem) 92vw, 42rem';
/** An article with fewer parts needs no table of contents. */
const fewestContents = 4;

export default function ArticlePage({ article, previous, next }: ArticlePageData) {
  const { slug, headline, description, sections } = article;
  const headings = sections.filter((section) => section.type === 'header' && section.level === 2);

  return (
    <Page title={headline} description={description} width="wide">
      <WithContents sections={headings.length < fewestContents ? [] : headings}>
        <article dir="auto">
          <p>
            <Link to="/blog">Blog</Link>
          </p>
          <h1>{headline}</h1>
          <Byline {...article} />
          <div className={styles.cover}>
            <Cover article={article} sizes={coverSizes} />
          </div>
          <Lead>{description}</Lead>
          <Prose sections={sections} />
        </article>
        <ShareLink title={headline} address={publicAddressOf(`/blog/${slug}`)} />
        {(previous || next) && (
          <nav className={styles.neighbors} aria-label="More articles">
            <Neighbor article={previous} direction="Previous" />
            <Neighbor article={next} direction="Next" />
          </nav>
        )}
        <FeedLinks />
      </WithContents>
    </Page>
  );
}

function Neighbor({ article, direction }: { article?: ArticleLink; direction: 'Previous' | 'Next' }) {
  if (!article) return null;
  return (
    <Link to={`/blog/${article.slug}`} data-direction={direction}>
      <span>{direction}</span>
      {article.headline}
    </Link>
  );
}
