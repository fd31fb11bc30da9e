import type { CollectionName } from '../../../../contract/records/article-collections.ts';
import { collectionTexts } from './collection-texts.ts';
import styles from './feed-links.module.css';

/** The feeds, for people who use a feed reader. */
export function FeedLinks({ collection }: { collection: CollectionName }) {
  return (
    <p className={styles.feeds}>
      {`Follow the ${collectionTexts[collection].title.toLowerCase()} in your feed reader: `}
      <a href={`/${collection}.atom`}>Atom</a> or <a href={`/${collection}.rss`}>RSS</a>.
    </p>
  );
}
