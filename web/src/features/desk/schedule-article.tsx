import type { ListedDraft, SeenArticle } from '../../../../contract/records/desk-articles.ts';
import { callDesk } from './call-desk.ts';
import { DeskAction } from './desk-action.tsx';
import { DirectAction } from './direct-action.tsx';
import { TimeField, timeOf } from './time-field.tsx';

interface ScheduleArticleProps {
  slug: string;
  draft: ListedDraft;
  /** The version that the admin saw. */
  seen: SeenArticle;
  label: string;
  onChange: (outcome: string) => Promise<void>;
}

/** Chooses the time at which the site publishes a draft, chooses another one, or cancels it. */
export function ScheduleArticle({ slug, draft: { schedule }, seen, label, onChange }: ScheduleArticleProps) {
  return (
    <>
      <DeskAction
        label={schedule ? 'Change the time' : label}
        act={(request, fields) =>
          callDesk('deskStoreArticle', {
            ...request,
            slug,
            seen,
            status: 'scheduled',
            schedule: timeOf(fields),
          })
        }
        onDone={() => onChange('Scheduled. It is listed under “Scheduled” until the site publishes it.')}
        onConflict={onChange}
      >
        <TimeField label="Publish at" initial={schedule} />
      </DeskAction>
      {schedule && (
        <DirectAction
          label="Cancel the schedule"
          act={(request) => callDesk('deskStoreArticle', { ...request, slug, seen, status: 'draft' })}
          onDone={() => onChange('The schedule is canceled. The draft stays.')}
          onConflict={onChange}
        />
      )}
    </>
  );
}
