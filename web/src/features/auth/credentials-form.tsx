import { PasswordField, TextField } from '@aws-amplify/ui-react';
import type { MailGroup } from '../../../../contract/records/user.ts';
import type { Elements } from '../../components/elements.ts';
import { emailOf } from '../../components/forms/email-of.ts';
import { SubmitForm, textOf } from '../../components/forms/submit-form.tsx';
import { NewTabLink } from '../../components/new-tab-link.tsx';
import { mailGroupTexts } from '../../lib/mail-group-texts.ts';
import { providerMessage } from '../../lib/provider-message.ts';
import { type Credentials, knownMailGroups } from './auth-memory.ts';
import styles from './auth-panel.module.css';
import { NewPasswordField } from './new-password-field.tsx';

interface CredentialsFormProps {
  purpose: 'sign-in' | 'register';
  /** Stored in the parent, which shares it with the other tab. */
  email: string;
  onEmailChange: (email: string) => void;
  /** @param mailGroups that a registering person chose */
  onSubmit: (credentials: Credentials, mailGroups: MailGroup[]) => Promise<void>;
  actions?: Elements;
}

/** Email and password, for signing in and for registering. */
export function CredentialsForm({ purpose, email, onEmailChange, onSubmit, actions }: CredentialsFormProps) {
  return (
    <SubmitForm
      submitLabel={purpose === 'register' ? 'Join' : 'Submit'}
      describeError={providerMessage}
      onSubmit={(fields) =>
        onSubmit({ email: emailOf(fields), password: textOf(fields, 'password') }, mailGroupsOf(fields))
      }
      actions={actions}
    >
      <EmailField email={email} onChange={onEmailChange} />
      {purpose === 'register' ? (
        <>
          <NewPasswordField label="Password" />
          <ChooseMailGroups />
          {/* In a new tab, so that the fields keep their content. */}
          <p>
            By creating an account you accept the <NewTabLink href="/terms">Terms</NewTabLink> and the{' '}
            <NewTabLink href="/privacy">Privacy Policy</NewTabLink>.
          </p>
        </>
      ) : (
        <PasswordField label="Password" name="password" autoComplete="current-password" isRequired />
      )}
    </SubmitForm>
  );
}

/** Offers the mail groups. None is chosen at first, because a person agrees only by an action. */
function ChooseMailGroups() {
  return (
    <fieldset className={styles.groups}>
      <legend>Emails that you would like to get (optional)</legend>
      {mailGroupTexts.map(({ group, label, text }) => (
        <label key={group}>
          <input type="checkbox" name="mailGroup" value={group} />
          <span>{`${label}: ${text}`}</span>
        </label>
      ))}
    </fieldset>
  );
}

/** The groups that the person has chosen in the form. */
const mailGroupsOf = (fields: FormData): MailGroup[] => knownMailGroups(fields.getAll('mailGroup'));

interface EmailFieldProps {
  email: string;
  onChange: (email: string) => void;
}

/** The email address for signing in. Password managers fill it in. */
export function EmailField({ email, onChange }: EmailFieldProps) {
  return (
    <TextField
      label="Email"
      name="email"
      type="email"
      autoComplete="username"
      value={email}
      onChange={(event) => onChange(event.target.value)}
      isRequired
    />
  );
}
