import { TextAreaField } from '@aws-amplify/ui-react';
import type { DragEvent, RefObject } from 'react';
import { decodeText } from '../../../../contract/rules/decode-text.ts';
import { FileField } from '../../components/forms/file-field.tsx';
import { FormMessage } from '../../components/forms/form-message.tsx';
import { useAction } from '../../components/forms/use-action.ts';
import { ApiError } from '../../lib/api-error.ts';

interface ArticleFieldsProps {
  area: RefObject<HTMLTextAreaElement | null>;
  /** A new text can come from a file. */
  isNew: boolean;
  text: string;
  onChange: (text: string) => void;
}

/** The Markdown text of an article, which a dropped file replaces. */
export function ArticleFields({ area, isNew, text, onChange }: ArticleFieldsProps) {
  const { run, failure, forgetFailure } = useAction();

  async function readFile(file: File | undefined) {
    if (file) await run(async () => onChange(await readTextFile(file)));
  }

  function drop(event: DragEvent) {
    if (event.dataTransfer.files.length === 0) return;
    event.preventDefault();
    void readFile(event.dataTransfer.files[0]);
  }

  return (
    <>
      {isNew && (
        <FileField
          label="A Markdown file"
          accept=".md,text/markdown"
          onChange={({ target }) => {
            void readFile(target.files?.[0]);
            // The same file can be chosen again after a correction.
            target.value = '';
          }}
        />
      )}
      <TextAreaField
        ref={area}
        label={isNew ? 'Or its text' : 'Markdown text'}
        descriptiveText="The picture of the cover comes with the command: npm run article."
        rows={isNew ? 10 : 20}
        value={text}
        onChange={({ target }) => {
          forgetFailure();
          onChange(target.value);
        }}
        onDragOver={(event) => event.preventDefault()}
        onDrop={drop}
        isRequired
      />
      {failure !== null && <FormMessage tone="error">{failure}</FormMessage>}
    </>
  );
}

/**
 * Reads a file that somebody chose or dropped.
 * @throws ApiError `invalid-argument` when it is not text, such as a picture, or not UTF-8
 */
export async function readTextFile(file: File): Promise<string> {
  const decoded = decodeText(new Uint8Array(await file.arrayBuffer()));
  if ('text' in decoded) return decoded.text;
  throw new ApiError(
    'invalid-argument',
    `“${file.name}”, line ${decoded.line}, ${decoded.problem}. Choose a Markdown file. Pictures have a form of their own: “Add a picture”.`,
  );
}
