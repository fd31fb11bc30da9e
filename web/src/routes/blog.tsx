import { Link } from 'react-router-dom';
import { type BlogPageData, pathOfListPage } from '../../../contract/content/article-page.ts';
import { Byline } from '../components/article/byline.tsx';
import { Cover } from '../components/article/cover.tsx';
import { Card, CardGrid } from '../components/card.tsx';
import { Page } from '../components/page.tsx';
import { PageHeader } from '../components/page-header.tsx';
import { FeedLinks } from '../features/blog/feed-links.tsx';
import { formatDate } from '../lib/format-date.ts';
import styles from './blog.module.css';

export const blogHeadline = 'From the chart room';

/** A card is as wide as its column. */
const coverSizes = '(width <= 640px) 92vw, (width <= 960px) 46vw, 24rem';

export default function BlogPage({ articles, page, pageCount }: BlogPageData) {
  return (
    <Page
      title={page === 1 ? 'Blog' : `Blog, page ${page}`}
      description={`On building worlds and writing the stories in them: maps, relations, structures, and an exercise to try with each.${page === 1 ? '' : ` Page ${page}.`}`}
      width="wide"
    >
      <PageHeader title={blogHeadline} place="mountains">
        On building worlds and writing the stories in them, with something to try each time.
      </PageHeader>
      {articles.length === 0 && (
        <p>No article has been published yet. Subscribe to a feed below to get the first one.</p>
      )}
      <div className={styles.articles}>
        <CardGrid>
          {articles.map((article, index) => (
            <Card
              key={article.slug}
              title={<Link to={`/blog/${article.slug}`}>{article.headline}</Link>}
              picture={<Cover article={article} sizes={coverSizes} isDecorative isLazy={index > 0} />}
            >
              <p>{article.description}</p>
              <Byline {...article} date={formatDate(article.createdAt)} />
            </Card>
          ))}
        </CardGrid>
      </div>
      {pageCount > 1 && <Pagination page={page} pageCount={pageCount} />}
      <FeedLinks />
    </Page>
  );
}

function Pagination({ page, pageCount }: Pick<BlogPageData, 'page' | 'pageCount'>) {
  return (
    <nav className={styles.pagination} aria-label="Pages of the blog">
      {page > 1 && (
        <Link to={pathOfListPage(page - 1)} rel="prev">
          Newer articles
        </Link>
      )}
      <span aria-current="page">
        Page {page} of {pageCount}
      </span>
      {page < pageCount && (
        <Link to={pathOfListPage(page + 1)} rel="next">
          Older articles
        </Link>
      )}
    </nav>
  );
}
