import { Link } from 'react-router-dom';
import { Card, CardGrid } from '../components/card.tsx';
import { Page } from '../components/page.tsx';
import { PageHeader } from '../features/atlas/page-header.tsx';
import { articles } from '../features/blog/articles.ts';
import { Byline } from '../features/blog/byline.tsx';
import { CoverDrawing } from '../features/blog/cover-drawing.tsx';
import styles from './blog.module.css';

/** More would make the page long before it makes it useful. */
const shownArticles = 10;

export default function BlogPage() {
  return (
    <Page
      title="Blog"
      description="On building worlds and writing the stories in them: maps, relations, structures, and an exercise to try with each."
      width="wide"
    >
      <PageHeader title="From the chart room" place="mountains">
        On building worlds and writing the stories in them, with something to try each time.
      </PageHeader>
      <div className={styles.articles}>
        <CardGrid>
          {articles.slice(0, shownArticles).map(({ slug, headline, author, createdAt, description }) => (
            <Card
              key={slug}
              title={<Link to={`/blog/${slug}`}>{headline}</Link>}
              picture={<CoverDrawing slug={slug} />}
            >
              <p>{description}</p>
              <Byline author={author} createdAt={createdAt} />
            </Card>
          ))}
        </CardGrid>
      </div>
    </Page>
  );
}
