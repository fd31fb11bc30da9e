import styles from './feed-links.module.css';

/** For those who read in a program of their own. */
export function FeedLinks() {
  return (
    <p className={styles.feeds}>
      Follow the blog in your feed reader: <a href="/blog.atom">Atom</a> or <a href="/blog.rss">RSS</a>.
    </p>
  );
}
