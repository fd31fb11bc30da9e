import { Button } from '@aws-amplify/ui-react';
import { CopyButton } from '../../components/copy-button.tsx';
import { FormActions } from '../../components/forms/submit-form.tsx';
import { downloadText } from '../../lib/download-text.ts';
import { formatDate } from '../../lib/format-date.ts';
import { useSession } from '../../lib/session.ts';
import { site } from '../../lib/site.ts';
import styles from './security-tab.module.css';

const fileName = `${site.name.toLowerCase()}-recovery-codes.txt`;

interface NewCodesProps {
  codes: string[];
  /** Called when the person has saved the codes. */
  onKept: () => void;
}

/** Shows new recovery codes, which cannot be read again. A print contains nothing else. */
export function NewCodes({ codes, onKept }: NewCodesProps) {
  const { email = '' } = useSession() ?? {};

  return (
    <>
      <p>
        Keep your recovery codes where you can reach them without your phone.{' '}
        <strong>They are not shown again.</strong> If you lose the app, use your password and one code to turn
        it off.
      </p>
      <article className={styles.sheet} aria-label="Your recovery codes">
        <p>
          <strong>{site.name} recovery codes</strong>
        </p>
        <p className={styles.account}>
          <span>{location.host}</span>
          <br />
          <span>{email}</span>
        </p>
        <ul className={styles.codes}>
          {codes.map((code) => (
            <li key={code}>
              <code>{code}</code>
            </li>
          ))}
        </ul>
      </article>
      <FormActions>
        <Button
          aria-label="Download recovery codes"
          onClick={() => downloadText(fileName, 'text/plain', fileText(codes, email))}
        >
          Download
        </Button>
        <Button aria-label="Print recovery codes" onClick={() => window.print()}>
          Print
        </Button>
        <CopyButton label="Copy recovery codes" text={codes.join('\n')} />
      </FormActions>
      <Button variation="primary" onClick={onKept}>
        I saved my codes
      </Button>
    </>
  );
}

const fileText = (codes: string[], email: string): string => `${site.name} recovery codes

Site: ${location.origin}
Account: ${email}
Made on: ${formatDate(new Date().toISOString())}

${codes.join('\n')}

Each code works once. New codes replace all of these.
If you lose your authenticator app, open this page and enter your email address, your password and one
of the codes: ${location.origin}/auth?step=recover
`;
