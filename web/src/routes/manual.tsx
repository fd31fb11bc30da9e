/// <reference types="vite/client" />
import { Link } from 'react-router-dom';
import type { ManualSummary } from '../../../contract/content/manual-page.ts';
import { manualParts, pathOfManualPage } from '../../../contract/content/manual-pages.ts';
import { Page } from '../components/page.tsx';
import { PageHeader } from '../components/page-header.tsx';
import styles from './manual.module.css';

const summaries = import.meta.glob<ManualSummary>('../../../content/manual/*.md', {
  query: '?summary',
  import: 'default',
  eager: true,
});

export default function ManualContentsPage() {
  return (
    <Page
      title="Manual"
      description="How to install Lorewright, put in your license, use its five workspaces, and keep your worlds safe: one short page per task."
      width="wide"
    >
      <PageHeader title="Manual" place="road">
        One short page per task. Is something missing? <Link to="/contact">Ask us.</Link>
      </PageHeader>
      {manualParts.map(({ name, pages }) => (
        <section key={name} className={styles.part}>
          <h2>{name}</h2>
          <dl>
            {pages.map((id) => {
              const { title, description } = summaries[`../../../content/manual/${id}.md`] ?? {};
              return (
                <div key={id}>
                  <dt>
                    <Link to={pathOfManualPage(id)}>{title}</Link>
                  </dt>
                  <dd>{description}</dd>
                </div>
              );
            })}
          </dl>
        </section>
      ))}
    </Page>
  );
}
