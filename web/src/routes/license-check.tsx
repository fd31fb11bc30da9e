import { lazy } from 'react';
import { Link } from 'react-router-dom';
import { licenseUsers } from '../../../contract/content/license-users.ts';
import { ClientPanel } from '../components/client-panel.tsx';
import { Page } from '../components/page.tsx';
import { PageHeader } from '../components/page-header.tsx';
import { Section } from '../components/section.tsx';
import { loadChunk } from '../lib/load-chunk.ts';

const LicenseCheckForm = lazy(() =>
  loadChunk('license-check-form', () => import('../features/license-check/license-check-form.tsx')),
);

export default function LicenseCheckPage() {
  return (
    <Page
      title="Check a license"
      description="Find out whether a license file is genuine, for whom it is and since when. Your browser checks it without sending it anywhere."
    >
      <PageHeader title="Is this license genuine?" place="offing">
        Your browser checks the file with our public keys. The file is not sent anywhere, and once this page
        is loaded, the check works without a connection.
      </PageHeader>
      <ClientPanel room="form" withoutScript="The check runs in your browser, and needs JavaScript.">
        <LicenseCheckForm />
      </ClientPanel>
      <Section id="not-known" heading="This page cannot know everything">
        <ul>
          <li>
            A refund, a lost dispute or a newer file of the same license: the file stays genuine, and the app
            that has it keeps working, but gets no more updates.
          </li>
          <li>{`Whether the person who uses it may do so. ${licenseUsers}`}</li>
        </ul>
        <p>
          The same check as a small program, to read and to run, is in the{' '}
          <Link to="/if-we-stop">pledge</Link>: it does not need this site.
        </p>
      </Section>
    </Page>
  );
}
