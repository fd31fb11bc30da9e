import styles from './feed-links.module.css';

/** The feeds, for people who use a feed reader. */
export function FeedLinks() {
  return (
    <p className={styles.feeds}>
      Follow the blog in your feed reader: <a href="/blog.atom">Atom</a> or <a href="/blog.rss">RSS</a>.
    </p>
  );
}
