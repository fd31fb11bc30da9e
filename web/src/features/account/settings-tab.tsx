import { Link } from 'react-router-dom';
import { Section } from '../../components/section.tsx';
import type { Deletion } from './account-deleted.tsx';
import { DeleteAccount } from './delete-account.tsx';
import { ExportData } from './export-data.tsx';
import styles from './settings-tab.module.css';
import { SignOut } from './sign-out.tsx';

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
