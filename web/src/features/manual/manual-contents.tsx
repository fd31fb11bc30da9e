/// <reference types="vite/client" />
import { Link } from 'react-router-dom';
import type { ManualSummary } from '../../../../contract/content/manual-page.ts';
import { manualParts, pathOfManualPage } from '../../../../contract/content/manual-pages.ts';
import styles from './manual-contents.module.css';

const summaries = import.meta.glob<ManualSummary>('../../../../content/manual/*.md', {
  query: '?summary',
  import: 'default',
  eager: true,
});

interface ManualContentsProps {
  /** Further parts, with pages that are not of the manual. */
  more?: { name: string; pages: { path: string; title: string; description: string }[] }[];
}

/** The pages of the manual in their parts. */
export function ManualContents({ more = [] }: ManualContentsProps) {
  const parts = manualParts.map(({ name, pages }) => ({
    name,
    pages: pages.map((id) => ({
      path: pathOfManualPage(id),
      title: summaries[`../../../../content/manual/${id}.md`]?.title,
      description: summaries[`../../../../content/manual/${id}.md`]?.description,
    })),
  }));
  return [...parts, ...more].map(({ name, pages }) => (
    <section key={name} className={styles.part}>
      <h2>{name}</h2>
      <dl>
        {pages.map(({ path, title, description }) => (
          <div key={path}>
            <dt>
              <Link to={path}>{title}</Link>
            </dt>
            <dd>{description}</dd>
          </div>
        ))}
      </dl>
    </section>
  ));
}
