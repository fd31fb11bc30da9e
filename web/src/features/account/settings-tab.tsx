import { useState } from 'react';
import { Link } from 'react-router-dom';
import { FormAction } from '../../components/forms/action-button.tsx';
import { FormMessage } from '../../components/forms/form-message.tsx';
import { Section } from '../../components/section.tsx';
import { callApi } from '../../lib/call-api.ts';
import { downloadExport } from '../../lib/download-export.ts';
import styles from './account.module.css';
import type { Deletion } from './account-deleted.tsx';
import { DeleteAccount } from './delete-account.tsx';
import { SignOut } from './sign-out.tsx';
import { Step } from './step.tsx';

interface SettingsTabProps {
  onDeleted: (counts: Omit<Deletion, 'email'>) => void;
}

export function SettingsTab({ onDeleted }: SettingsTabProps) {
  return (
    <div className={styles.sections}>
      <Section id="mails" heading="Emails">
        <p>
          <Link to="/preferences">Email Preferences</Link>
        </p>
      </Section>
      <Section id="signing-out" heading="This browser">
        <SignOut way="signOut" />
      </Section>
      <Section id="your-data" heading="Your data">
        <ExportData />
      </Section>
      <Section id="delete-account" heading="Deleting your account">
        <DeleteAccount onDeleted={onDeleted} />
      </Section>
    </div>
  );
}

const exportFileName = 'lorewright-data.json';

function ExportData() {
  const [isDone, setIsDone] = useState(false);

  async function exportData() {
    setIsDone(false);
    await downloadExport(exportFileName, (page) => callApi('exportMyData', page));
    setIsDone(true);
  }

  return (
    <Step name="export" label="Your data">
      <p>Everything we store about you, in one file: account, record, feedback and orders.</p>
      <FormAction act={exportData}>Export my data</FormAction>
      {isDone && <FormMessage tone="success">Your browser saves it as {exportFileName}.</FormMessage>}
    </Step>
  );
}
