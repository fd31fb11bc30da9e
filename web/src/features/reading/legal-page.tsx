import { Page } from '../../components/page.tsx';
import { formatDate } from '../../lib/format-date.ts';
import { PageHeader } from '../atlas/page-header.tsx';
import { InlineText } from './inline-text.tsx';
import styles from './legal-page.module.css';
import type { LegalText } from './legal-text.ts';
import { Prose } from './prose.tsx';

/** A legal text, with its contents beside it where there is room. */
export function LegalPage({ text: { title, description, updatedAt, sections } }: { text: LegalText }) {
  const headings = sections.filter((section) => section.type === 'header');

  return (
    <Page title={title} description={description} width="wide">
      <PageHeader title={title} place="rose">
        Last updated <time dateTime={updatedAt}>{formatDate(updatedAt)}</time>.
      </PageHeader>
      <div className={styles.frame}>
        <div className={styles.layout}>
          <article className={styles.text}>
            <Prose sections={sections} />
          </article>
          <nav className={styles.contents} aria-labelledby="contents">
            <h2 id="contents">On this page</h2>
            <ol>
              {headings.map(({ id, content }) => (
                <li key={id}>
                  <a href={`#${id}`}>
                    <InlineText content={content} />
                  </a>
                </li>
              ))}
            </ol>
          </nav>
        </div>
      </div>
    </Page>
  );
}
