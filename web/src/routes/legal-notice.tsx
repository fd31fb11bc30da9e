import { Link } from 'react-router-dom';
import { owner } from '../../../settings.ts';
import { Page } from '../components/page.tsx';
import { PageHeader } from '../components/page-header.tsx';
import { Section } from '../components/section.tsx';
import styles from './legal-notice.module.css';

export default function LegalNoticePage() {
  const { name, address, contactAddress, register, vatId, responsiblePerson } = owner;

  return (
    <Page
      title="Legal Notice"
      description="Who runs the Lorewright website and sells the licenses, where they are registered, and how to reach them."
    >
      <PageHeader title="Legal Notice" place="rose">
        Who runs this website and sells the licenses.
      </PageHeader>
      <Section id="seller" heading="Provider and seller">
        <p>
          <strong>{name}</strong>
          {address.map((line) => [<br key={line} />, <span key={`${line} itself`}>{line}</span>])}
        </p>
      </Section>
      <Section id="contact" heading="Contact" className={styles.contact}>
        <p>
          Write to <a href={`mailto:${contactAddress}`}>{contactAddress}</a> or use the{' '}
          <Link to="/contact">contact form</Link>.
        </p>
      </Section>
      {register && (
        <Section id="register" heading="Register entry">
          <p>{`${register.authority}, ${register.number}`}</p>
        </Section>
      )}
      {vatId && (
        <Section id="vat-id" heading="VAT identification number">
          <p>{vatId}</p>
        </Section>
      )}
      {responsiblePerson && (
        <Section id="responsible-person" heading="Responsible person">
          <p>{responsiblePerson}</p>
        </Section>
      )}
    </Page>
  );
}
