import { Link } from 'react-router-dom';
import type { ArticleLink, ArticlePageData } from '../../../contract/content/article-page.ts';
import { ArticleBody } from '../components/article/article-body.tsx';
import { Page } from '../components/page.tsx';
import { WithContents } from '../components/text/with-contents.tsx';
import { FeedLinks } from '../features/blog/feed-links.tsx';
import { ShareLink } from '../features/blog/share-link.tsx';
import { publicAddressOf } from '../lib/site.ts';
import styles from './article.module.css';

/** An article with fewer parts needs no table of contents. */
const fewestContents = 4;

export default function ArticlePage({ article, previous, next }: ArticlePageData) {
  const { slug, headline, description, sections } = article;
  const headings = sections.filter((section) => section.type === 'header' && section.level === 2);

  return (
    <Page title={headline} description={description} width="wide">
      <WithContents sections={headings.length < fewestContents ? [] : headings}>
        <ArticleBody article={article}>
          <p>
            <Link to="/blog">Blog</Link>
          </p>
        </ArticleBody>
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
