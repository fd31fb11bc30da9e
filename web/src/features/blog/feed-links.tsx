import { Link } from 'react-router-dom';
import type { CollectionName } from '../../../../contract/records/article-collections.ts';
import { collectionTexts } from './collection-texts.ts';
import styles from './feed-links.module.css';

/** Links to the feeds and to related pages. */
export function FeedLinks({ collection }: { collection: CollectionName }) {
  const { title, related } = collectionTexts[collection];

  return (
    <p className={styles.feeds}>
      <Link to={related.to}>{related.label}</Link>
      <span>{`. Follow the ${title.toLowerCase()} in your feed reader: `}</span>
      <a href={`/${collection}.atom`}>Atom</a> or <a href={`/${collection}.rss`}>RSS</a>, or get news{' '}
      <Link to="/newsletter">by email</Link>.
    </p>
  );
}
