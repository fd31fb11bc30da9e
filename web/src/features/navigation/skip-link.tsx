import styles from './skip-link.module.css';

/** Lets keyboard users skip the header. */
export function SkipLink() {
  return (
    <a className={styles.skipLink} href="#main">
      Skip to content
    </a>
  );
}
