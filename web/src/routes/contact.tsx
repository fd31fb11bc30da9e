import { lazy } from 'react';
import { lead, topics } from '../../../content/contact.ts';
import { ClientPanel } from '../components/client-panel.tsx';
import { Page } from '../components/page.tsx';
import { PageHeader } from '../components/page-header.tsx';
import { Section } from '../components/section.tsx';
import { InlineText } from '../components/text/inline-text.tsx';
import { loadChunk } from '../lib/load-chunk.ts';
import { site } from '../lib/site.ts';
import { useLayoutInTurn } from '../lib/use-layout-in-turn.ts';
import styles from './contact.module.css';

const ContactForm = lazy(() =>
  loadChunk('contact-form', () => import('../features/contact/contact-form.tsx')),
);

export default function ContactPage() {
  useLayoutInTurn();

  return (
    <Page
      title="Contact"
      description="How to reach the people who make Lorewright, and what helps us to answer you."
      width="wide"
    >
      <PageHeader title="Write to us" place="isle">
        {lead}
      </PageHeader>
      <div className={styles.ways}>
        <Section id="by-mail" heading="By email" className={styles.mailbox}>
          <address className={styles.address}>
            <a href={`mailto:${site.contactAddress}`}>{site.contactAddress}</a>
          </address>
          <p>Use email for pictures, files and longer messages.</p>
        </Section>
        <Section id="by-form" heading="Right here" className={styles.form}>
          <ClientPanel
            withoutScript={`The form needs JavaScript. You can also write to ${site.contactAddress}.`}
          >
            <ContactForm />
          </ClientPanel>
        </Section>
        <Section id="what-helps" heading="What helps us to answer" className={styles.topics} isLaidOutLater>
          {topics.map(({ title, text }) => (
            <article key={title}>
              <h3>{title}</h3>
              <p>
                <InlineText content={text} />
              </p>
              <a href={`mailto:${site.contactAddress}?subject=${encodeURIComponent(title)}`}>
                {`Write about: ${title}`}
              </a>
            </article>
          ))}
        </Section>
      </div>
    </Page>
  );
}
