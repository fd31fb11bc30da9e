import type { ReactNode } from 'react';
import { plainText } from '../../../../contract/content/plain-text.ts';
import type { ArticleSection } from '../../../../contract/content/sections.ts';
import styles from './with-contents.module.css';

interface WithContentsProps {
  /** The headers form the table of contents. Without headers, the text is centered. */
  sections: ArticleSection[];
  children: ReactNode;
}

/** A text, with its table of contents next to it where there is room. */
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
                  {/* Text only, because a link cannot contain the links of a heading. */}
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
