import kit from 'virtual:press-kit';
import { Fragment } from 'react';
import { Link } from 'react-router-dom';
import { descriptions, facts, lead, logos } from '../../../content/press.ts';
import { CopyButton } from '../components/copy-button.tsx';
import { Facts } from '../components/facts.tsx';
import { Page } from '../components/page.tsx';
import { PageHeader } from '../components/page-header.tsx';
import { Section } from '../components/section.tsx';
import { ManualPicture } from '../features/manual/manual-picture.tsx';
import { formatSize } from '../lib/format-size.ts';
import { site } from '../lib/site.ts';
import { useHydrated } from '../lib/use-hydrated.ts';
import styles from './press.module.css';

export default function PressPage() {
  const canCopy = useHydrated();
  return (
    <Page
      title="Press"
      description="For journalists: Lorewright in a sentence, a paragraph and a page, the facts, and pictures of every screen in two themes."
    >
      <PageHeader title="Press" place="coast">
        {lead}
      </PageHeader>
      <Section id="descriptions" className={styles.part} heading={`What ${site.name} is`}>
        {descriptions.map(({ name, paragraphs }) => (
          <article key={name} className={styles.description}>
            <h3>{name}</h3>
            {paragraphs.map((paragraph) => (
              <p key={paragraph}>{paragraph}</p>
            ))}
            <div className={styles.copy} data-works={canCopy}>
              <CopyButton label={`Copy the text: ${name}`} text={paragraphs.join('\n\n')} />
            </div>
          </article>
        ))}
      </Section>
      <Section id="facts" className={styles.part} heading="Facts">
        <Facts>
          {facts.map(([name, value]) => (
            <Fragment key={name}>
              <dt>{name}</dt>
              <dd>{value}</dd>
            </Fragment>
          ))}
        </Facts>
      </Section>
      <Section id="pictures" className={styles.part} heading="Pictures">
        <p>
          <a href={kit.path} download>
            Download all pictures
          </a>
          <span>{` (ZIP, ${formatSize(kit.bytes)}): each screen in the dark and in the light theme, 1600 by 1000 pixels, and the mark as SVG.`}</span>
        </p>
        <Pictures />
      </Section>
      <Section id="contact" className={styles.part} heading="Questions">
        <p>
          Write to <a href={`mailto:${site.contactAddress}?subject=Press`}>{site.contactAddress}</a>. The{' '}
          <Link to="/roadmap">roadmap</Link> says what comes next, and the{' '}
          <Link to="/legal-notice">legal notice</Link> who we are.
        </p>
      </Section>
    </Page>
  );
}

const Pictures = () => (
  <>
    <ul className={styles.pictures}>
      {kit.screens.map(({ name, alt, caption, files }) => (
        <li key={name}>
          <ManualPicture kind="screen" name={name} alternative={alt} loading="lazy" />
          <p>{caption}</p>
          <FileNames files={files} />
        </li>
      ))}
    </ul>
    <ul>
      {logos.map(({ caption, files }) => (
        <li key={caption}>
          <span>{caption}</span>
          <FileNames files={files} />
        </li>
      ))}
    </ul>
  </>
);

/** The names in the ZIP. */
const FileNames = ({ files }: { files: string[] }) => (
  <p className={styles.files} translate="no">
    {files.map((file) => (
      <code key={file}>{file}</code>
    ))}
  </p>
);
