import { lazy } from 'react';
import withdrawal from '../../../content/legal/withdrawal.md';
import { ClientPanel } from '../components/client-panel.tsx';
import { Page } from '../components/page.tsx';
import { PageHeader } from '../components/page-header.tsx';
import { Section } from '../components/section.tsx';
import { Prose } from '../components/text/prose.tsx';
import { loadChunk } from '../lib/load-chunk.ts';
import { site } from '../lib/site.ts';
import styles from './withdraw.module.css';

const WithdrawalPanel = lazy(() =>
  loadChunk('withdrawal-panel', () => import('../features/withdrawal/withdrawal-panel.tsx')),
);

export default function WithdrawPage() {
  const { title, description, sections } = withdrawal;
  return (
    <Page title={title} description={description} width="wide">
      <PageHeader title={title} place="road">
        You do not need an account, and you do not have to give a reason.
      </PageHeader>
      <div className={styles.columns}>
        <Section id="withdraw" heading="Withdraw from contract here" className={styles.form}>
          <ClientPanel
            withoutScript={`The form needs JavaScript. You can also withdraw with an email to ${site.contactAddress}.`}
          >
            <WithdrawalPanel />
          </ClientPanel>
        </Section>
        <Prose sections={sections} />
      </div>
    </Page>
  );
}
