import { SelectField } from '@aws-amplify/ui-react';
import { useState } from 'react';
import type { RenderedMailing } from '../../../../contract/records/desk-mailings.ts';
import { Button } from '../../components/button.tsx';
import { Facts } from '../../components/facts.tsx';
import { downloadText } from '../../lib/download-text.ts';
import styles from './desk.module.css';
import { EmailFrame } from './email-frame.tsx';
import { MailingPicture } from './mailing-picture.tsx';

interface MailingEmailProps {
  slug: string;
  email: RenderedMailing;
}

/** The widths of a phone and of the reading pane of an email program, in CSS pixels. */
const widths = [390, 600] as const;

/** An email as it will look, beside its text, and its pictures. */
export function MailingEmail({
  slug,
  email: { subject, preheader, text, html, pictures },
}: MailingEmailProps) {
  const [width, setWidth] = useState<number>(600);
  const [theme, setTheme] = useState('light');
  return (
    <div className={styles.mailing}>
      <Facts>
        <dt>Subject</dt>
        <dd>{subject}</dd>
        <dt>Preheader</dt>
        <dd>{preheader}</dd>
      </Facts>
      <div className={styles.actions}>
        <SelectField
          label="Width"
          value={`${width}`}
          onChange={({ target }) => setWidth(Number(target.value))}
        >
          {widths.map((pixels) => (
            <option key={pixels} value={pixels}>{`${pixels} pixels`}</option>
          ))}
        </SelectField>
        <SelectField label="Theme" value={theme} onChange={({ target }) => setTheme(target.value)}>
          <option value="light">Light</option>
          <option value="dark">Dark</option>
        </SelectField>
      </div>
      <div className={styles.email}>
        <EmailFrame html={html} width={width} isDark={theme === 'dark'} />
        <section aria-label="The email as text" className={styles.words}>
          {text}
        </section>
      </div>
      <div className={styles.pictures}>
        {pictures.map((src) => (
          <MailingPicture key={src} src={src} />
        ))}
      </div>
      <div className={styles.actions}>
        <Button look="quiet" onClick={() => downloadText(`${slug}.html`, 'text/html;charset=utf-8', html)}>
          Download the HTML
        </Button>
      </div>
    </div>
  );
}
