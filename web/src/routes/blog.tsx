import { Link } from 'react-router-dom';
import { type BlogPageData, pathOfListPage } from '../../../contract/content/article-page.ts';
import type { CollectionName } from '../../../contract/records/article-collections.ts';
import { Byline } from '../components/article/byline.tsx';
import { Cover } from '../components/article/cover.tsx';
import { Card, CardGrid } from '../components/card.tsx';
import { Page } from '../components/page.tsx';
import { PageHeader } from '../components/page-header.tsx';
import { collectionTexts } from '../features/blog/collection-texts.ts';
import { FeedLinks } from '../features/blog/feed-links.tsx';
import { formatDate } from '../lib/format-date.ts';
import styles from './blog.module.css';

interface BlogPageProps extends BlogPageData {
  collection: CollectionName;
}

/** A card is as wide as its column. */
const coverSizes = '(width <= 640px) 92vw, (width <= 960px) 46vw, 24rem';

export default function BlogPage({ collection, articles, page, pageCount }: BlogPageProps) {
  const { title, headline, introduction, description, empty } = collectionTexts[collection];

  return (
    <Page
      title={page === 1 ? title : `${title}, page ${page}`}
      description={page === 1 ? description : `${description} Page ${page}.`}
      width="wide"
    >
      <PageHeader title={headline} place="mountains">
        {introduction}
      </PageHeader>
      {articles.length === 0 && <p>{empty}</p>}
      <div className={styles.articles}>
        <CardGrid>
          {articles.map((article, index) => (
            <Card
              key={article.slug}
              title={<Link to={`/${collection}/${article.slug}`}>{article.headline}</Link>}
              picture={<Cover article={article} sizes={coverSizes} isDecorative isLazy={index > 0} />}
            >
              <p>{article.description}</p>
              <Byline {...article} date={formatDate(article.createdAt)} />
            </Card>
          ))}
        </CardGrid>
      </div>
      {pageCount > 1 && <Pagination collection={collection} page={page} pageCount={pageCount} />}
      <FeedLinks collection={collection} />
    </Page>
  );
}

function Pagination({ collection, page, pageCount }: Omit<BlogPageProps, 'articles'>) {
  const { articles, title } = collectionTexts[collection];

  return (
    <nav className={styles.pagination} aria-label={`Pages of the ${title.toLowerCase()}`}>
      {page > 1 && (
        <Link to={pathOfListPage(collection, page - 1)} rel="prev">
          {`Newer ${articles}`}
        </Link>
      )}
      <span aria-current="page">{`Page ${page} of ${pageCount}`}</span>
      {page < pageCount && (
        <Link to={pathOfListPage(collection, page + 1)} rel="next">
          {`Older ${articles}`}
        </Link>
      )}
    </nav>
  );
}
