import { useState } from 'react';
import type { ListedArticle, PreviewedArticle } from '../../../../contract/records/desk-articles.ts';
import { Button } from '../../components/button.tsx';
import { FormMessage } from '../../components/forms/form-message.tsx';
import { useAction } from '../../components/forms/use-action.ts';
import { messageOf } from '../../lib/message-of.ts';
import { ArticlePreview } from './article-preview.tsx';
import { callDesk } from './call-desk.ts';
import styles from './desk.module.css';
import { DeskAction } from './desk-action.tsx';

interface DraftActionsProps {
  article: ListedArticle;
  onPublished: () => Promise<void>;
}

/** Shows a draft as the site would, and publishes the stored version. */
export function DraftActions({ article: { slug, updatedAt }, onPublished }: DraftActionsProps) {
  const { run, isBusy, failure } = useAction(messageOf);
  const [preview, setPreview] = useState<PreviewedArticle | null>(null);
  const readPreview = async () => setPreview(await callDesk('deskPreviewArticle', { slug }));
  // The admin saw the text of the preview. The list may have another version, because it was read at another time.
  const seen = preview?.seen ?? (updatedAt === undefined ? {} : { updatedAt });

  return (
    <>
      {preview && <ArticlePreview article={preview.article} />}
      {failure && <FormMessage tone="error">{failure}</FormMessage>}
      <div className={styles.actions}>
        {preview ? (
          <Button look="quiet" onClick={() => setPreview(null)}>
            Close the preview
          </Button>
        ) : (
          <Button look="quiet" isBusy={isBusy} onClick={() => void run(readPreview)}>
            Preview
          </Button>
        )}
        <DeskAction
          label="Publish"
          act={(request) => callDesk('deskStoreArticle', { ...request, slug, seen })}
          onDone={onPublished}
        />
      </div>
    </>
  );
}
