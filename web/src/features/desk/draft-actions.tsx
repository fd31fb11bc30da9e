import { useState } from 'react';
import type { ListedDraft, PreviewedArticle } from '../../../../contract/records/desk-articles.ts';
import { Button } from '../../components/button.tsx';
import type { Elements } from '../../components/elements.ts';
import { FormMessage } from '../../components/forms/form-message.tsx';
import { useAction } from '../../components/forms/use-action.ts';
import { ArticlePreview } from './article-preview.tsx';
import { callDesk } from './call-desk.ts';
import styles from './desk.module.css';
import { EditArticle } from './edit-article.tsx';
import { MoveDraft } from './move-draft.tsx';
import { seenIn } from './seen-in.ts';

interface DraftActionsProps {
  slug: string;
  /** Missing for a published article without one. */
  draft: ListedDraft | undefined;
  /** Set if visitors see another version. */
  isBesideLive: true | undefined;
  /** Called with a sentence about what was done. */
  onChange: (outcome: string) => Promise<void>;
  /** Actions on the published version. */
  children?: Elements;
}

/** Shows a draft as the site would, and edits, publishes, schedules or discards the stored version. */
export function DraftActions({ slug, draft, isBesideLive, onChange, children }: DraftActionsProps) {
  const { run, isBusy, failure } = useAction();
  const [preview, setPreview] = useState<PreviewedArticle | null>(null);
  const [isEditing, setIsEditing] = useState(false);
  const readPreview = async () => setPreview(await callDesk('deskPreviewArticle', { slug }));
  // The admin saw the text of the preview. The list may have another version, because it was read at another time.
  const seen = preview?.seen.draft ?? seenIn(draft ?? {});
  const named = (label: string) => (draft && isBesideLive ? `${label} the draft` : label);

  async function change(outcome: string) {
    // It is not the stored version any more.
    setPreview(null);
    await onChange(outcome);
  }

  return (
    <>
      {preview && <ArticlePreview article={preview.article} />}
      {failure && <FormMessage tone="error">{failure}</FormMessage>}
      <div className={styles.actions}>
        {draft && (
          <Button
            look="quiet"
            isBusy={isBusy}
            onClick={() => (preview ? setPreview(null) : void run(readPreview))}
          >
            {preview ? 'Close the preview' : named('Preview')}
          </Button>
        )}
        <Button look="quiet" aria-expanded={isEditing} onClick={() => setIsEditing(!isEditing)}>
          {isEditing ? 'Close the form' : named('Edit')}
        </Button>
        {draft && <MoveDraft {...{ slug, draft, seen, named, isBesideLive }} onChange={change} />}
        {children}
      </div>
      {isEditing && (
        <EditArticle
          slug={slug}
          isPublished={!draft}
          onStored={async (outcome) => {
            setIsEditing(false);
            await change(outcome);
          }}
        />
      )}
    </>
  );
}
