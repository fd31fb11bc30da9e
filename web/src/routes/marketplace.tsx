import { badge, notice, sections } from '../../../content/marketplace.ts';
import { Badge } from '../components/badge.tsx';
import { Notice } from '../components/notice.tsx';
import { Page } from '../components/page.tsx';
import { PageHeader } from '../components/page-header.tsx';
import styles from './marketplace.module.css';

export default function MarketplacePage() {
  return (
    <Page
      title="Marketplace"
      description="A future place for maps, calendars and templates by creators. It is not open yet; this page shows the plan."
      width="wide"
    >
      <PageHeader title="Marketplace" place="coast">
        A preview of a place where creators will offer maps, calendars and templates to each other.
      </PageHeader>
      <Notice tone="info">{notice}</Notice>
      <div className={styles.plan}>
        {sections.map(({ name, text }) => (
          <section key={name} className={styles.part} data-part={name} aria-labelledby={idOf(name)}>
            <div className={styles.heading}>
              <h2 id={idOf(name)}>{name}</h2>
              <Badge tone="plain">{badge}</Badge>
            </div>
            <p>{text}</p>
          </section>
        ))}
      </div>
    </Page>
  );
}

function idOf(name: string): string {
  return name.toLowerCase().replaceAll(' ', '-');
}
