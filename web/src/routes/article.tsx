import { Link } from 'react-router-dom';
import type { ArticleLink, ArticlePageData } from '../../../contract/content/article-page.ts';
import type { CollectionName } from '../../../contract/records/article-collections.ts';
import { ArticleBody } from '../components/article/article-body.tsx';
import { Button } from '../components/button.tsx';
import { Page } from '../components/page.tsx';
import { WithContents } from '../components/text/with-contents.tsx';
import { collectionTexts } from '../features/blog/collection-texts.ts';
import { FeedLinks } from '../features/blog/feed-links.tsx';
import { publicAddressOf } from '../lib/site.ts';
import { useCopy } from '../lib/use-copy.ts';
import { useShare } from '../lib/use-share.ts';
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

interface ShareLinkProps {
  /** The kind of the page, in a word. */
  what: string;
  title: string;
  address: string;
}

/** Opens the device's share menu with the address, or copies it to the clipboard. */
function ShareLink({ what, title, address }: ShareLinkProps) {
  const { copy, outcome } = useCopy(address);
  const share = useShare({ title, url: address });

  return (
    <div className={styles.share}>
      <Button look="quiet" onClick={share ?? copy}>
        {share ? `Share this ${what}` : 'Copy the link'}
      </Button>
      <span role="status">{outcome}</span>
    </div>
  );
}
