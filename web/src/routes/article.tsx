import { Link } from 'react-router-dom';
import type { ArticleLink, ArticlePageData } from '../../../contract/content/article-page.ts';
import type { CollectionName } from '../../../contract/records/article-collections.ts';
import { ArticleBody } from '../components/article/article-body.tsx';
import { Page } from '../components/page.tsx';
import { WithContents } from '../components/text/with-contents.tsx';
import { collectionTexts } from '../features/blog/collection-texts.ts';
import { FeedLinks } from '../features/blog/feed-links.tsx';
import { ShareLink } from '../features/blog/share-link.tsx';
import { publicAddressOf } from '../lib/site.ts';
import styles from './article.module.css';

interface ArticlePageProps extends ArticlePageData {
  collection: CollectionName;
}

/** An article with fewer parts needs no table of contents. */
const fewestContents = 4;

export default function ArticlePage({ collection, article, previous, next }: ArticlePageProps) {
  const { slug, headline, description, sections } = article;
  const texts = collectionTexts[collection];
  const headings = sections.filter((section) => section.type === 'header' && section.level === 2);

  return (
    <Page title={headline} description={description} width="wide">
      <WithContents sections={headings.length < fewestContents ? [] : headings}>
        <ArticleBody article={article}>
          <p>
            <Link to={`/${collection}`}>{texts.title}</Link>
          </p>
        </ArticleBody>
        <ShareLink
          what={texts.article}
          title={headline}
          address={publicAddressOf(`/${collection}/${slug}`)}
        />
        {(previous || next) && (
          <nav className={styles.neighbors} aria-label={`More ${texts.articles}`}>
            <Neighbor collection={collection} article={previous} direction="Previous" />
            <Neighbor collection={collection} article={next} direction="Next" />
          </nav>
        )}
        <FeedLinks collection={collection} />
      </WithContents>
    </Page>
  );
}

interface NeighborProps extends Pick<ArticlePageProps, 'collection'> {
  article?: ArticleLink;
  direction: 'Previous' | 'Next';
}

function Neighbor({ collection, article, direction }: NeighborProps) {
  if (!article) return null;
  return (
    <Link to={`/${collection}/${article.slug}`} data-direction={direction}>
      <span>{direction}</span>
      <span>{article.headline}</span>
    </Link>
  );
}
