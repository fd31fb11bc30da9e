import { contactEmail, lead, topics } from '../../../content/contact.ts';
import { Card, CardGrid } from '../components/card.tsx';
import { Page } from '../components/page.tsx';
import { PageHeader } from '../features/atlas/page-header.tsx';
import styles from './contact.module.css';

export default function ContactPage() {
  return (
    <Page
      title="Contact"
      description="How to reach the people who make Lorewright, and what helps us to answer you."
      width="wide"
    >
      <PageHeader title="Write to us" place="isle">
        {lead}
      </PageHeader>
      <address className={styles.address}>
        <a href={`mailto:${contactEmail}`}>{contactEmail}</a>
      </address>
      <h2>What helps us to answer</h2>
      <CardGrid>
        {topics.map(({ title, text }) => (
          <Card key={title} level={3} title={title}>
            <p>{text}</p>
            <p className={styles.mail}>
              <a href={`mailto:${contactEmail}?subject=${encodeURIComponent(title)}`}>Write about: {title}</a>
            </p>
          </Card>
        ))}
      </CardGrid>
    </Page>
  );
}
