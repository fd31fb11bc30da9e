import { TextField } from '@aws-amplify/ui-react';
import { useEffect, useRef, useState } from 'react';
import { articleLimits } from '../../../../contract/records/article.ts';
import { Button } from '../../components/button.tsx';
import { SubmitForm, textOf } from '../../components/forms/submit-form.tsx';
import { ApiError } from '../../lib/api-error.ts';
import { messageOf } from '../../lib/message-of.ts';
import { callDesk } from './call-desk.ts';
import styles from './desk.module.css';
import { base64Of, shrinkPicture } from './shrink-picture.ts';

/** A button that opens a form for a picture, uploads it, and returns its line of Markdown. */
export function AddPicture({ onAdded }: { onAdded: (line: string) => void }) {
  const [isOpen, setIsOpen] = useState(false);
  const [file, setFile] = useState<File>();
  const button = useRef<HTMLButtonElement>(null);
  const wasOpen = useRef(false);
  // Returns the focus of the removed form to the button.
  useEffect(() => {
    if (wasOpen.current && !isOpen && document.activeElement === document.body) button.current?.focus();
    wasOpen.current = isOpen;
  }, [isOpen]);
  if (!isOpen)
    return (
      <Button ref={button} look="quiet" onClick={() => setIsOpen(true)}>
        Add a picture
      </Button>
    );

  async function add(fields: FormData) {
    if (!file) throw new ApiError('invalid-argument', 'Choose a picture.');
    const base64 = await base64Of(await shrinkPicture(file));
    const { url, width, height } = await callDesk('deskUploadPicture', { base64 });
    const alternative = textOf(fields, 'alternative').replaceAll(/\s+/g, ' ').trim();
    onAdded(`![${alternative.replaceAll(/[\\[\]]/g, '\\$&')}](${url} "${width}x${height}")`);
    setFile(undefined);
    setIsOpen(false);
  }

  return (
    <SubmitForm
      submitLabel="Upload and insert"
      describeError={messageOf}
      onSubmit={add}
      actions={
        <Button look="quiet" onClick={() => setIsOpen(false)}>
          Cancel
        </Button>
      }
    >
      <label className={styles.file}>
        A picture
        <input
          type="file"
          accept="image/*"
          onChange={({ target }) => setFile(target.files?.[0])}
          // biome-ignore lint/a11y/noAutofocus: the button that opened the form has had the focus
          autoFocus
        />
      </label>
      <TextField
        label="What it shows"
        descriptiveText="For people who do not see it, and for emails as plain text."
        name="alternative"
        autoComplete="off"
        maxLength={articleLimits.pictureAlternative / 4}
        isRequired
      />
    </SubmitForm>
  );
}

/** The text with a line as a paragraph of its own, after the paragraph in which the cursor is. */
export function withParagraph(text: string, line: string, cursor: number): string {
  const end = /\n\s*\n|$/.exec(text.slice(cursor));
  const at = cursor + (end?.index ?? 0);
  const [before, after] = [text.slice(0, at).trimEnd(), text.slice(at).trim()];
  return `${before}\n\n${line}\n${after && `\n${after}\n`}`;
}
