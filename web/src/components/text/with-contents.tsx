import type { ReactNode } from 'react';
import { plainText } from '../../../../contract/content/plain-text.ts';
import type { Section } from '../../../../contract/content/sections.ts';
import styles from './with-contents.module.css';

interface WithContentsProps {
  /** Their headers are the contents; without any, the text stands alone in the middle. */
  sections: Section[];
  children: ReactNode;
}

/** A text, with its contents beside it where there is room. */
export function WithContents({ sections, children }: WithContentsProps) {
  const headings = sections.filter((section) => section.type === 'header');

  return (
    <div className={styles.frame}>
      <div className={styles.layout} data-alone={headings.length === 0 || undefined}>
        <div>{children}</div>
        {headings.length > 0 && (
          <nav className={styles.contents} aria-labelledby="contents">
            <h2 id="contents">On this page</h2>
            <ol>
              {headings.map(({ id, content }) => (
                <li key={id}>
                  {/* The words only: a link cannot hold the links of a heading. */}
                  <a href={`#${id}`}>{plainText(content)}</a>
                </li>
              ))}
            </ol>
          </nav>
        )}
      </div>
    </div>
  );
}
