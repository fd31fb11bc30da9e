import { TextAreaField, TextField } from '@aws-amplify/ui-react';
import { useState } from 'react';
import type { RenderedMailing } from '../../../../contract/records/desk-mailings.ts';
import type { Mailing } from '../../../../contract/records/mailing.ts';
import { maxMailingLength } from '../../../../contract/rules/mailing-rules.ts';
import { SubmitForm } from '../../components/forms/submit-form.tsx';
import { messageOf } from '../../lib/message-of.ts';
import { callDesk } from './call-desk.ts';
import styles from './desk.module.css';
import { DeskAction } from './desk-action.tsx';
import { MailingEmail } from './mailing-email.tsx';

interface WriteMailingProps {
  /** The draft that it edits; missing for a new one. */
  draft?: Mailing;
  /** Gets what was done, as a sentence. */
  onStored: (outcome: string) => Promise<void>;
}

const template = '---\ngroup: newsletter\nsubject: \npreheader: \n---\n\n';

/** Takes the Markdown file of a mailing, shows the email, and stores it as a draft. */
export function WriteMailing({ draft, onStored }: WriteMailingProps) {
  const [slug, setSlug] = useState(draft?.slug ?? '');
  const [text, setText] = useState(draft?.text ?? template);
  const [preview, setPreview] = useState<{ slug: string; text: string; email: RenderedMailing } | null>(null);
  // The text may change, also while the preview loads.
  const isCurrent = preview?.slug === slug && preview.text === text;

  async function readPreview() {
    setPreview({ slug, text, email: await callDesk('deskPreviewMailing', { slug, text }) });
  }

  async function conclude() {
    if (!draft) {
      setSlug('');
      setText(template);
    }
    await onStored(`“${preview?.email.subject}” is stored as a draft.`);
  }

  return (
    <>
      <SubmitForm submitLabel="Preview" describeError={messageOf} onSubmit={readPreview}>
        {!draft && (
          <TextField
            label="Name"
            descriptiveText="Small letters, digits and hyphens, such as 2026-12-news. A newsletter appears at /letters/ with this name."
            autoComplete="off"
            value={slug}
            onChange={({ target }) => setSlug(target.value)}
            isRequired
          />
        )}
        <TextAreaField
          label="Markdown text"
          rows={12}
          maxLength={maxMailingLength}
          value={text}
          onChange={({ target }) => setText(target.value)}
          isRequired
        />
      </SubmitForm>
      {isCurrent && (
        <>
          <MailingEmail slug={slug} email={preview.email} />
          <div className={styles.actions}>
            <DeskAction
              label={draft ? 'Store this version' : 'Store as a draft'}
              act={(request) =>
                callDesk('deskStoreMailing', {
                  ...request,
                  slug,
                  text,
                  ...(draft ? { seen: draft.updatedAt } : {}),
                })
              }
              onDone={conclude}
            />
          </div>
        </>
      )}
    </>
  );
}
