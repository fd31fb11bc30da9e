import { TextAreaField } from '@aws-amplify/ui-react';
import { type DragEvent, useRef, useState } from 'react';
import type { ListedArticle, PreviewedArticle } from '../../../../contract/records/desk-articles.ts';
import { FormMessage } from '../../components/forms/form-message.tsx';
import { SubmitForm } from '../../components/forms/submit-form.tsx';
import { useAction } from '../../components/forms/use-action.ts';
import { Notice } from '../../components/notice.tsx';
import { messageOf } from '../../lib/message-of.ts';
import { useAddPicture, withParagraph } from './add-picture.tsx';
import { ArticlePreview } from './article-preview.tsx';
import { callDesk } from './call-desk.ts';
import styles from './desk.module.css';
import { DeskAction } from './desk-action.tsx';
import { DirectAction } from './direct-action.tsx';
import { readTextFile } from './read-text-file.ts';

type Status = ListedArticle['status'];

interface PasteArticleProps {
  /** The text to edit; missing for a new file. */
  initial?: string;
  /** Called with a sentence about what was done, and the state of the stored version. */
  onStored: (outcome: string, status: Status) => Promise<void>;
}

/** Takes a Markdown file, shows it as the site would, and stores it. */
export function PasteArticle({ initial, onStored }: PasteArticleProps) {
  const [text, setText] = useState(initial ?? '');
  const [preview, setPreview] = useState<(PreviewedArticle & { text: string }) | null>(null);
  const currentText = useRef(text);
  const area = useRef<HTMLTextAreaElement>(null);
  const reading = useAction(messageOf);

  const picture = useAddPicture((line) => {
    // The admin may have typed while the picture was uploaded.
    const current = currentText.current;
    change(withParagraph(current, line, area.current?.selectionEnd ?? current.length));
  });

  function change(changed: string) {
    currentText.current = changed;
    setText(changed);
    setPreview(null);
    reading.forgetFailure();
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

  async function conclude(outcome: string, status: Status) {
    if (initial === undefined) change('');
    await onStored(outcome, status);
  }

  return (
    <>
      <SubmitForm
        submitLabel="Preview"
        describeError={messageOf}
        onSubmit={readPreview}
        actions={picture.button}
      >
        {initial === undefined && (
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
        )}
        <TextAreaField
          ref={area}
          label={initial === undefined ? 'Or its text' : 'Markdown text'}
          descriptiveText="The picture of the cover comes with the command: npm run article."
          rows={initial === undefined ? 10 : 20}
          value={text}
          onChange={({ target }) => change(target.value)}
          onDragOver={(event) => event.preventDefault()}
          onDrop={drop}
          isRequired
        />
        {reading.failure !== null && <FormMessage tone="error">{reading.failure}</FormMessage>}
      </SubmitForm>
      {picture.form}
      {preview && (
        <>
          <ArticlePreview article={preview.article} />
          {initial === undefined && preview.seen.draft && (
            <div className={styles.form}>
              <Notice tone="info">
                This article has a draft already. Storing or publishing this text replaces it.
              </Notice>
            </div>
          )}
          <div className={styles.actions}>
            <DeskAction
              label={preview.seen.live ? 'Publish this version' : 'Publish'}
              act={(request) =>
                callDesk('deskStoreArticle', {
                  ...request,
                  text: preview.text,
                  status: 'published',
                  seen: preview.seen,
                })
              }
              onDone={() =>
                conclude(
                  `“${preview.article.headline}” is stored. The site publishes it within a minute.`,
                  'published',
                )
              }
            />
            <DirectAction
              label="Store as a draft"
              act={(request) =>
                callDesk('deskStoreArticle', {
                  ...request,
                  text: preview.text,
                  status: 'draft',
                  seen: preview.seen,
                })
              }
              onDone={() =>
                conclude(
                  preview.seen.live
                    ? `“${preview.article.headline}” is stored as a draft. Visitors still see the published version.`
                    : `“${preview.article.headline}” is stored as a draft.`,
                  'draft',
                )
              }
            />
          </div>
        </>
      )}
    </>
  );
}
