import { lead, sections } from '../../../content/about.ts';
import { plainText } from '../../../contract/content/plain-text.ts';
import { ButtonLink } from '../components/button-link.tsx';
import { Page } from '../components/page.tsx';
import { PageHeader } from '../components/page-header.tsx';
import { InlineText } from '../components/text/inline-text.tsx';
import styles from './about.module.css';

export default function AboutPage() {
  return (
    <Page
      title="About"
      description="Who makes Lorewright and why: the problem we started with, what we are building, and what we believe in."
      width="wide"
    >
      <PageHeader title="About" place="rose">
        {lead}
      </PageHeader>
      {sections.map(({ heading, paragraphs }) => (
        <section key={heading} className={styles.section}>
          <h2>{heading}</h2>
          <div>
            {paragraphs.map((paragraph) => (
              <p key={plainText(paragraph)}>
                <InlineText content={paragraph} />
              </p>
            ))}
          </div>
        </section>
      ))}
      <p className={styles.actions}>
        <ButtonLink to="/roadmap">Roadmap</ButtonLink>
        <ButtonLink to="/contact" look="quiet">
          Contact
        </ButtonLink>
        <ButtonLink to="/press" look="quiet">
          Press
        </ButtonLink>
      </p>
    </Page>
  );
}
