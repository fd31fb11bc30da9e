import { useState } from 'react';
import type {
  ListedDraft,
  PreviewedArticle,
  SeenArticle,
} from '../../../../contract/records/desk-articles.ts';
import { Button } from '../../components/button.tsx';
import type { Elements } from '../../components/elements.ts';
import { FormMessage } from '../../components/forms/form-message.tsx';
import { useAction } from '../../components/forms/use-action.ts';
import { WithAnswer } from '../../components/with-answer.tsx';
import { ArticlePreview } from './article-preview.tsx';
import { callDesk } from './call-desk.ts';
import { seenIn } from './describe-article.ts';
import styles from './desk.module.css';
import { Consequence, DeskAction, DirectAction } from './desk-action.tsx';
import { PasteArticle } from './paste-article.tsx';
import { TimeField, timeOf } from './time-field.tsx';
import { ConcludeContext, useConclude, useReading } from './use-reading.tsx';

interface DraftActionsProps {
  slug: string;
  /** Missing for a published article without one. */
  draft: ListedDraft | undefined;
  /** Set if visitors see another version. */
  isBesideLive: true | undefined;
  /** Actions on the published version. */
  children?: Elements;
}

/** Shows a draft as the site would, and edits, publishes, schedules or discards the stored version. */
export function DraftActions({ slug, draft, isBesideLive, children }: DraftActionsProps) {
  const { run, isBusy, failure } = useAction();
  const [preview, setPreview] = useState<PreviewedArticle | null>(null);
  const [isEditing, setIsEditing] = useState(false);
  const conclude = useConclude();
  const readPreview = async () => setPreview(await callDesk('deskPreviewArticle', { slug }));
  // The admin saw the text of the preview. The list may have another version, because it was read at another time.
  const seen = preview?.seen.draft ?? seenIn(draft ?? {});
  const named = (label: string) => (draft && isBesideLive ? `${label} the draft` : label);

  async function change(outcome: string) {
    // It is not the stored version any more.
    setPreview(null);
    await conclude(outcome);
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
        {draft && (
          <ConcludeContext value={change}>
            <MoveDraft {...{ slug, draft, seen, named, isBesideLive }} />
          </ConcludeContext>
        )}
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

interface MoveDraftProps extends DraftActionsProps {
  draft: ListedDraft;
  /** The version that the admin saw. */
  seen: SeenArticle;
  /** The label of an action, which names the draft where the published version has actions too. */
  named: (label: string) => string;
}

/** Publishes, schedules or discards a stored draft. */
function MoveDraft({ slug, draft: { schedule }, seen, isBesideLive, named }: MoveDraftProps) {
  return (
    <>
      <DeskAction
        label={named('Publish')}
        act={(request) => callDesk('deskStoreArticle', { ...request, slug, seen, status: 'published' })}
        outcome="Published. The site shows it within a minute."
      >
        {isBesideLive && <Consequence>The draft replaces the version that visitors see now.</Consequence>}
      </DeskAction>
      <DeskAction
        label={schedule ? 'Change the time' : named('Schedule')}
        act={(request, fields) =>
          callDesk('deskStoreArticle', {
            ...request,
            slug,
            seen,
            status: 'scheduled',
            schedule: timeOf(fields),
          })
        }
        outcome="Scheduled. It is listed under “Scheduled” until the site publishes it."
      >
        <TimeField label="Publish at" initial={schedule} />
      </DeskAction>
      {schedule && (
        <DirectAction
          label="Cancel the schedule"
          act={(request) => callDesk('deskStoreArticle', { ...request, slug, seen, status: 'draft' })}
          outcome="The schedule is canceled. The draft stays."
        />
      )}
      <DeskAction
        label={named('Discard')}
        needsNoReason
        act={({ actionId }) => callDesk('deskDiscardArticle', { actionId, slug, seen })}
        outcome="The draft is discarded."
      >
        <Consequence>
          {isBesideLive
            ? 'The draft is deleted. Visitors still see the published version.'
            : 'This deletes the only copy of the text.'}
        </Consequence>
      </DeskAction>
    </>
  );
}

interface EditArticleProps {
  slug: string;
  /** Set if it has no draft: the text is written from the published version. */
  isPublished: boolean;
  onStored: (outcome: string) => Promise<void>;
}

/** The stored text of an article in the form. */
function EditArticle({ slug, isPublished, onStored }: EditArticleProps) {
  const { answer } = useReading('deskPreviewArticle', { slug });
  return (
    <WithAnswer answer={answer} loadingLabel="Loading the text…">
      {({ text = '', seen }) => (
        <div className={styles.form}>
          {isPublished && (
            <p>Visitors see this version until you publish another. A draft is stored beside it.</p>
          )}
          <PasteArticle edited={{ slug, text, seen }} onStored={onStored} />
        </div>
      )}
    </WithAnswer>
  );
}
