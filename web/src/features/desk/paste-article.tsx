import { TextAreaField } from '@aws-amplify/ui-react';
import { type DragEvent, lazy, Suspense, useState } from 'react';
import type { ListedArticle, PreviewedArticle } from '../../../../contract/records/desk-articles.ts';
import { SubmitForm } from '../../components/forms/submit-form.tsx';
import { Notice } from '../../components/notice.tsx';
import { Progress } from '../../components/progress.tsx';
import { loadChunk } from '../../lib/load-chunk.ts';
import { messageOf } from '../../lib/message-of.ts';
import { callDesk } from './call-desk.ts';
import styles from './desk.module.css';
import { DeskAction } from './desk-action.tsx';

type Status = ListedArticle['status'];

const ArticleBody = lazy(async () => ({
  default: (await loadChunk('article-body', () => import('../../components/article/article-body.tsx')))
    .ArticleBody,
}));

/** Takes a Markdown file, shows it as the site would, and stores it. */
export function PasteArticle({ onStored }: { onStored: (status: Status) => Promise<void> }) {
  const [text, setText] = useState('');
  const [preview, setPreview] = useState<PreviewedArticle | null>(null);
  const [outcome, setOutcome] = useState('');

  function change(changed: string) {
    setText(changed);
    setPreview(null);
    setOutcome('');
  }

  async function readFile(file: File | undefined) {
    if (file) change(await file.text());
  }

  function drop(event: DragEvent) {
    if (event.dataTransfer.files.length === 0) return;
    event.preventDefault();
    void readFile(event.dataTransfer.files[0]);
  }

  const store = (status: Status, label: string) => (
    <DeskAction
      label={label}
      act={(request) =>
        callDesk('deskStoreArticle', {
          ...request,
          text,
          status,
          ...(preview?.seen ? { seen: preview.seen } : {}),
        })
      }
      onDone={async () => {
        const { headline = '' } = preview?.article ?? {};
        change('');
        setOutcome(
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
      <SubmitForm
        submitLabel="Preview"
        describeError={messageOf}
        onSubmit={async () => setPreview(await callDesk('deskPreviewArticle', { text }))}
      >
        <label className={styles.file}>
          A Markdown file
          <input
            type="file"
            accept=".md,text/markdown"
            onChange={({ target }) => void readFile(target.files?.[0])}
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
      </SubmitForm>
      {outcome && <Notice tone="success">{outcome}</Notice>}
      {preview && (
        <>
          <div className={styles.preview}>
            <Suspense fallback={<Progress label="Loading the preview…" />}>
              <ArticleBody article={preview.article} />
            </Suspense>
          </div>
          <div className={styles.actions}>
            {store('published', preview.seen ? 'Publish this version' : 'Publish')}
            {store('draft', 'Store as a draft')}
          </div>
        </>
      )}
    </>
  );
}
