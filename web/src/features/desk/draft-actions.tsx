import { useState } from 'react';
import type { ListedDraft, PreviewedArticle } from '../../../../contract/records/desk-articles.ts';
import { Button } from '../../components/button.tsx';
import type { Elements } from '../../components/elements.ts';
import { FormMessage } from '../../components/forms/form-message.tsx';
import { useAction } from '../../components/forms/use-action.ts';
import { messageOf } from '../../lib/message-of.ts';
import { ArticlePreview } from './article-preview.tsx';
import { callDesk } from './call-desk.ts';
import { Consequence } from './consequence.tsx';
import styles from './desk.module.css';
import { DeskAction } from './desk-action.tsx';
import { DirectAction } from './direct-action.tsx';
import { seenIn } from './seen-in.ts';
import { TimeField, timeOf } from './time-field.tsx';

/** The button that opens and closes the form with the text. */
export interface EditToggle {
  isEditing: boolean;
  toggle: () => void;
}

interface DraftActionsProps {
  slug: string;
  /** Missing for a published article without one. */
  draft: ListedDraft | undefined;
  /** Set if visitors see another version. */
  isBesideLive: true | undefined;
  edit: EditToggle;
  onChange: (outcome: string) => Promise<void>;
  /** Actions on the published version. */
  children?: Elements;
}

/** Shows a draft as the site would, and edits, publishes, schedules or discards the stored version. */
export function DraftActions({ slug, draft, isBesideLive, edit, onChange, children }: DraftActionsProps) {
  const { run, isBusy, failure } = useAction(messageOf);
  const [preview, setPreview] = useState<PreviewedArticle | null>(null);
  const readPreview = async () => setPreview(await callDesk('deskPreviewArticle', { slug }));
  // The admin saw the text of the preview. The list may have another version, because it was read at another time.
  const seen = preview?.seen.draft ?? seenIn(draft ?? {});
  const named = (label: string) => (draft && isBesideLive ? `${label} the draft` : label);
  const { schedule } = draft ?? {};

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
        <Button look="quiet" aria-expanded={edit.isEditing} onClick={edit.toggle}>
          {edit.isEditing ? 'Close the form' : named('Edit')}
        </Button>
        {draft && (
          <>
            <DeskAction
              label={named('Publish')}
              act={(request) => callDesk('deskStoreArticle', { ...request, slug, seen, status: 'published' })}
              onDone={() => onChange('Published. The site shows it within a minute.')}
            >
              {isBesideLive && (
                <Consequence>The draft replaces the version that visitors see now.</Consequence>
              )}
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
              onDone={() =>
                onChange('Scheduled. It is listed under “Scheduled” until the site publishes it.')
              }
            >
              <TimeField label="Publish at" initial={schedule} />
            </DeskAction>
            {schedule && (
              <DirectAction
                label="Cancel the schedule"
                act={(request) => callDesk('deskStoreArticle', { ...request, slug, seen, status: 'draft' })}
                onDone={() => onChange('The schedule is canceled. The draft stays.')}
              />
            )}
            <DeskAction
              label={named('Discard')}
              needsNoReason
              act={({ actionId }) => callDesk('deskDiscardArticle', { actionId, slug, seen })}
              onDone={() => onChange('The draft is discarded.')}
            >
              <Consequence>
                {isBesideLive
                  ? 'The draft is deleted. Visitors still see the published version.'
                  : 'The draft is deleted.'}
              </Consequence>
            </DeskAction>
          </>
        )}
        {children}
      </div>
    </>
  );
}
