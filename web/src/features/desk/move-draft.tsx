import type { ListedDraft, SeenArticle } from '../../../../contract/records/desk-articles.ts';
import { callDesk } from './call-desk.ts';
import { Consequence } from './consequence.tsx';
import { DeskAction } from './desk-action.tsx';
import { ScheduleArticle } from './schedule-article.tsx';

interface MoveDraftProps {
  slug: string;
  draft: ListedDraft;
  /** The version that the admin saw. */
  seen: SeenArticle;
  /** Set if visitors see another version. */
  isBesideLive: true | undefined;
  /** The label of an action, which names the draft where the published version has actions too. */
  named: (label: string) => string;
  /** Called with a sentence about what was done, or with a refusal because of a colleague's change. */
  onChange: (outcome: string) => Promise<void>;
}

/** Publishes, schedules or discards a stored draft. */
export function MoveDraft({ slug, draft, seen, isBesideLive, named, onChange }: MoveDraftProps) {
  return (
    <>
      <DeskAction
        label={named('Publish')}
        act={(request) => callDesk('deskStoreArticle', { ...request, slug, seen, status: 'published' })}
        onDone={() => onChange('Published. The site shows it within a minute.')}
        onConflict={onChange}
      >
        {isBesideLive && <Consequence>The draft replaces the version that visitors see now.</Consequence>}
      </DeskAction>
      <ScheduleArticle {...{ slug, draft, seen, onChange }} label={named('Schedule')} />
      <DeskAction
        label={named('Discard')}
        needsNoReason
        act={({ actionId }) => callDesk('deskDiscardArticle', { actionId, slug, seen })}
        onDone={() => onChange('The draft is discarded.')}
        onConflict={onChange}
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
