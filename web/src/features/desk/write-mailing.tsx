import { TextAreaField, TextField } from '@aws-amplify/ui-react';
import { useRef, useState } from 'react';
import type { RenderedMailing } from '../../../../contract/records/desk-mailings.ts';
import type { Mailing } from '../../../../contract/records/mailing.ts';
import { maxMailingLength } from '../../../../contract/rules/mailing-rules.ts';
import { Button } from '../../components/button.tsx';
import { FormMessage } from '../../components/forms/form-message.tsx';
import { SubmitForm } from '../../components/forms/submit-form.tsx';
import { useAction } from '../../components/forms/use-action.ts';
import { ApiError } from '../../lib/api-error.ts';
import { formatNumber } from '../../lib/format-number.ts';
import { useAddPicture, withParagraph } from './add-picture.tsx';
import { callDesk } from './call-desk.ts';
import styles from './desk.module.css';
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
          <StoreMailing preview={preview} draft={draft} onStored={conclude} />
        </>
      )}
    </>
  );
}

interface StoreMailingProps extends Pick<WriteMailingProps, 'onStored'> {
  preview: PreviewedMailing;
  draft: Mailing | undefined;
}

/** Stores a text. It is removed when the text changes. */
function StoreMailing({ preview: { slug, text, email }, draft, onStored }: StoreMailingProps) {
  const { run, isBusy, failure } = useAction();
  /** The same when a request is repeated. */
  const actionId = useRef<string>(null);

  async function store() {
    actionId.current ??= crypto.randomUUID();
    const seen = draft && { seen: draft.updatedAt };
    await callDesk('deskStoreMailing', { actionId: actionId.current, slug, text, ...seen });
    await onStored(`“${email.subject}” is stored as a draft.`);
  }

  return (
    <div className={styles.actions}>
      <Button isBusy={isBusy} onClick={() => void run(store)}>
        {draft ? 'Store this version' : 'Store as a draft'}
      </Button>
      {failure && <FormMessage tone="error">{failure}</FormMessage>}
    </div>
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
