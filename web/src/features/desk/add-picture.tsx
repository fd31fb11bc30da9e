import { TextField } from '@aws-amplify/ui-react';
import { type RefObject, useRef, useState } from 'react';
import { maxAlternativeBytes } from '../../../../contract/rules/picture-limits.ts';
import { Button } from '../../components/button.tsx';
import type { Elements } from '../../components/elements.ts';
import { FileField } from '../../components/forms/file-field.tsx';
import { SubmitForm, textOf } from '../../components/forms/submit-form.tsx';
import { ApiError } from '../../lib/api-error.ts';
import { callDesk } from './call-desk.ts';
import styles from './desk.module.css';
import { useFocusAfterForm } from './desk-action.tsx';
import { base64Of, drawWidths } from './draw-widths.ts';
import { useOutcome } from './use-reading.tsx';

interface PictureForm {
  /** Opens the form. It belongs to the actions of the form with the text. */
  button: Elements;
  /** Uploads a picture, and announces the result. A form cannot contain another, so it follows the form with the text. */
  form: Elements;
  /** Removes the result, when the text with the picture was stored. */
  forgetResult: () => void;
}

/** @param onAdded called with the line of Markdown of an uploaded picture */
export function useAddPicture(onAdded: (line: string) => void): PictureForm {
  const [isOpen, setIsOpen] = useState(false);
  /** Changes when the form opens or closes. */
  const opening = useRef({});
  const input = useRef<HTMLInputElement>(null);
  const button = useFocusAfterForm(isOpen);
  const { announce, statusLine } = useOutcome();

  function toggle(open: boolean) {
    opening.current = {};
    setIsOpen(open);
    announce('');
  }

  async function add(fields: FormData) {
    const file = input.current?.files?.[0];
    const own = opening.current;
    if (!file) throw new ApiError('invalid-argument', 'Choose a picture.');
    const files = await Promise.all((await drawWidths(file)).map(base64Of));
    const { url, width, height } = await callDesk('deskUploadPicture', { files });
    // The admin has canceled it.
    if (opening.current !== own) return;
    const alternative = textOf(fields, 'alternative').replaceAll(/\s+/g, ' ').trim();
    onAdded(`![${alternative.replaceAll(/[\\[\]]/g, '\\$&')}](${url} "${width}x${height}")`);
    toggle(false);
    announce('The picture is in the text.');
  }

  return {
    button: (
      <Button ref={button} look="quiet" aria-expanded={isOpen} onClick={() => toggle(!isOpen)}>
        Add a picture
      </Button>
    ),
    form: (
      <>
        {isOpen && (
          <div className={styles.form}>
            <AddPicture input={input} onSubmit={add} onCancel={() => toggle(false)} />
          </div>
        )}
        {statusLine}
      </>
    ),
    forgetResult: () => announce(''),
  };
}

interface AddPictureProps {
  input: RefObject<HTMLInputElement | null>;
  onSubmit: (fields: FormData) => Promise<void>;
  onCancel: () => void;
}

function AddPicture({ input, onSubmit, onCancel }: AddPictureProps) {
  return (
    <SubmitForm
      submitLabel="Upload and insert"
      onSubmit={onSubmit}
      actions={
        <Button look="quiet" onClick={onCancel}>
          Cancel
        </Button>
      }
    >
      <FileField label="A picture" ref={input} accept="image/*" autoFocus />
      <TextField
        label="What it shows"
        descriptiveText="For people who do not see it, and for emails as plain text."
        name="alternative"
        autoComplete="off"
        // A character takes up to four bytes.
        maxLength={maxAlternativeBytes / 4}
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
