import { TextAreaField } from '@aws-amplify/ui-react';
import { type DragEvent, useRef, useState } from 'react';
import type { ListedArticle, PreviewedArticle } from '../../../../contract/records/desk-articles.ts';
import { FormMessage } from '../../components/forms/form-message.tsx';
import { SubmitForm } from '../../components/forms/submit-form.tsx';
import { useAction } from '../../components/forms/use-action.ts';
import { messageOf } from '../../lib/message-of.ts';
import { ArticlePreview } from './article-preview.tsx';
import { callDesk } from './call-desk.ts';
import styles from './desk.module.css';
import { DeskAction } from './desk-action.tsx';
import { readTextFile } from './read-text-file.ts';
import { useOutcome } from './use-outcome.tsx';

type Status = ListedArticle['status'];

/** Takes a Markdown file, shows it as the site would, and stores it. */
export function PasteArticle({ onStored }: { onStored: (status: Status) => Promise<void> }) {
  const [text, setText] = useState('');
  const [preview, setPreview] = useState<(PreviewedArticle & { text: string }) | null>(null);
  const currentText = useRef('');
  const reading = useAction(messageOf);
  const { announce, statusLine } = useOutcome();

  function change(changed: string) {
    currentText.current = changed;
    setText(changed);
    setPreview(null);
    reading.forgetFailure();
    announce('');
  }

  async function readFile(file: File | undefined) {
    if (file) await reading.run(async () => change(await readTextFile(file)));
  }

  async function readPreview() {
    const previewed = await callDesk('deskPreviewArticle', { text });
    // The text may have changed while the preview was loading.
    if (currentText.current === text) setPreview({ ...previewed, text });
  }

  function drop(event: DragEvent) {
    if (event.dataTransfer.files.length === 0) return;
    event.preventDefault();
    void readFile(event.dataTransfer.files[0]);
  }

  const store = (
    { text: previewed, seen, article: { headline } }: NonNullable<typeof preview>,
    status: Status,
  ) => (
    <DeskAction
      label={status === 'draft' ? 'Store as a draft' : seen ? 'Publish this version' : 'Publish'}
      act={(request) =>
        callDesk('deskStoreArticle', { ...request, text: previewed, status, ...(seen ? { seen } : {}) })
      }
      onDone={async () => {
        change('');
        announce(
          status === 'published'
            ? `“${headline}” is stored. The site publishes it within a minute.`
            : `“${headline}” is stored as a draft.`,
        );
        await onStored(status);
      }}
    />
  );

  return (
    <>
      <SubmitForm submitLabel="Preview" describeError={messageOf} onSubmit={readPreview}>
        <label className={styles.file}>
          A Markdown file
          <input
            type="file"
            accept=".md,text/markdown"
            onChange={({ target }) => {
              void readFile(target.files?.[0]);
              // The same file can be chosen again after a correction.
              target.value = '';
            }}
          />
        </label>
        <TextAreaField
          label="Or its text"
          descriptiveText="Pictures come with the command: npm run article."
          rows={10}
          value={text}
          onChange={({ target }) => change(target.value)}
          onDragOver={(event) => event.preventDefault()}
          onDrop={drop}
          isRequired
        />
        {reading.failure !== null && <FormMessage tone="error">{reading.failure}</FormMessage>}
      </SubmitForm>
      {statusLine}
      {preview && (
        <>
          <ArticlePreview article={preview.article} />
          <div className={styles.actions}>
            {store(preview, 'published')}
            {store(preview, 'draft')}
          </div>
        </>
      )}
    </>
  );
}
