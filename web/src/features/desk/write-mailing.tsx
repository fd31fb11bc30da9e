import { TextAreaField, TextField } from '@aws-amplify/ui-react';
import { useRef, useState } from 'react';
import type { RenderedMailing } from '../../../../contract/records/desk-mailings.ts';
import type { Mailing } from '../../../../contract/records/mailing.ts';
import { maxMailingLength } from '../../../../contract/rules/mailing-rules.ts';
import { SubmitForm } from '../../components/forms/submit-form.tsx';
import { ApiError } from '../../lib/api-error.ts';
import { formatNumber } from '../../lib/format-number.ts';
import { useAddPicture, withParagraph } from './add-picture.tsx';
import { callDesk } from './call-desk.ts';
import styles from './desk.module.css';
import { DirectAction } from './desk-action.tsx';
import { MailingEmail } from './mailing-email.tsx';

interface WriteMailingProps {
  /** The draft that it edits; missing for a new one. */
  draft?: Mailing;
  /** The initial values of a new one. */
  initial?: Pick<Mailing, 'slug' | 'text'>;
  /** Called with a sentence about what was done. */
  onStored: (outcome: string) => Promise<void>;
}

interface PreviewedMailing {
  slug: string;
  text: string;
  email: RenderedMailing;
}

const blank = { slug: '', text: '---\ngroup: newsletter\nsubject: \npreheader: \n---\n\n' };

/** Takes the Markdown file of a mailing, shows the email, and stores it as a draft. */
export function WriteMailing({ draft, initial = blank, onStored }: WriteMailingProps) {
  const [slug, setSlug] = useState((draft ?? initial).slug);
  const [text, setText] = useState((draft ?? initial).text);
  const [preview, setPreview] = useState<PreviewedMailing | null>(null);
  const area = useRef<HTMLTextAreaElement>(null);
  // The text may change while the preview loads.
  const isCurrent = preview?.slug === slug && preview.text === text;

  const picture = useAddPicture((line) =>
    setText((current) => withParagraph(current, line, area.current?.selectionEnd ?? current.length)),
  );

  async function readPreview() {
    refuseLongText(text);
    setPreview({ slug, text, email: await callDesk('deskPreviewMailing', { slug, text }) });
  }

  async function conclude(outcome: string) {
    picture.forgetResult();
    if (!draft) {
      setSlug(initial.slug);
      setText(initial.text);
    }
    await onStored(outcome);
  }

  return (
    <>
      <SubmitForm submitLabel="Preview" onSubmit={readPreview} actions={picture.button}>
        {!draft && <NameField slug={slug} onChange={setSlug} />}
        <TextAreaField
          label="Markdown text"
          descriptiveText="The group is updates, resources, feedback or newsletter. A line “audience: unlicensed” sends it only to people without a license. The text may contain headings of level 2 and 3, bulleted lists, emphasis, code, links, and pictures."
          ref={area}
          rows={12}
          value={text}
          onChange={({ target }) => setText(target.value)}
          isRequired
        />
      </SubmitForm>
      {picture.form}
      {isCurrent && (
        <>
          <MailingEmail slug={slug} email={preview.email} />
          <div className={styles.actions}>
            <DirectAction
              label={draft ? 'Store this version' : 'Store as a draft'}
              look="primary"
              act={({ actionId }) =>
                callDesk('deskStoreMailing', {
                  actionId,
                  slug,
                  text,
                  ...(draft && { seen: draft.updatedAt }),
                })
              }
              onDone={() => conclude(`“${preview.email.subject}” is stored as a draft.`)}
              // Loading the list again would close the form, with its text.
              onConflict={async () => {}}
            />
          </div>
        </>
      )}
    </>
  );
}

function NameField({ slug, onChange }: { slug: string; onChange: (slug: string) => void }) {
  return (
    <TextField
      label="Name"
      descriptiveText="Lowercase letters, digits and hyphens, such as 2026-12-news. A newsletter appears at /letters/ with this name."
      pattern="[a-z0-9]+(-[a-z0-9]+)*"
      title="Lowercase letters, digits and hyphens, such as 2026-12-news."
      autoComplete="off"
      value={slug}
      onChange={({ target }) => onChange(target.value)}
      isRequired
    />
  );
}

/**
 * `maxLength` would truncate a pasted text.
 * @throws ApiError `invalid-argument`
 */
function refuseLongText(text: string): void {
  if (text.length > maxMailingLength)
    throw new ApiError(
      'invalid-argument',
      `The text has ${formatNumber(text.length)} characters; the limit is ${formatNumber(maxMailingLength)}.`,
    );
}
