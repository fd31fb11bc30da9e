import type { MouseEvent } from 'react';
import styles from './search-panel.module.css';

interface PageLinksProps {
  pages: { path: string; title: string }[];
  onClick?: (event: MouseEvent) => void;
}

/** The titles of pages in columns. */
export function PageLinks({ pages, onClick }: PageLinksProps) {
  return (
    <ul className={styles.pages}>
      {pages.map(({ path, title }) => (
        <li key={path}>
          <a href={path} data-stop onClick={onClick}>
            {title}
          </a>
        </li>
      ))}
    </ul>
  );
}
