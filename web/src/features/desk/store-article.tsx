import type {
  ListedArticle,
  PreviewedArticle,
  SeenVersions,
} from '../../../../contract/records/desk-articles.ts';
import { describeTime } from '../../../../contract/rules/zoned-time.ts';
import { callDesk } from './call-desk.ts';
import styles from './desk.module.css';
import { DeskAction } from './desk-action.tsx';
import { DirectAction } from './direct-action.tsx';

interface StoreArticleProps {
  preview: PreviewedArticle & { text: string };
  /** The versions that the text replaces. */
  seen: SeenVersions;
  /** Called with a sentence about what was done, and the state of the stored version. */
  onStored: (outcome: string, status: ListedArticle['status']) => Promise<void>;
  onConflict: () => Promise<void>;
}

/** Publishes the text of a preview, or stores it as a draft. */
export function StoreArticle({ preview, seen, onStored, onConflict }: StoreArticleProps) {
  const { text } = preview;
  const name = `“${preview.article.headline}”`;
  return (
    <div className={styles.actions}>
      <DeskAction
        label={seen.live ? 'Publish this version' : 'Publish'}
        act={(request) => callDesk('deskStoreArticle', { ...request, text, status: 'published', seen })}
        onDone={() => onStored(`${name} is stored. The site publishes it within a minute.`, 'published')}
        onConflict={onConflict}
      />
      <DirectAction
        label="Store as a draft"
        act={(request) => callDesk('deskStoreArticle', { ...request, text, status: 'draft', seen })}
        onDone={({ status, schedule }) =>
          onStored(
            [
              schedule
                ? `${name} is stored. The site publishes it on ${describeTime(schedule)}.`
                : `${name} is stored as a draft.`,
              ...(seen.live ? ['Visitors still see the published version.'] : []),
            ].join(' '),
            status,
          )
        }
        onConflict={onConflict}
      />
    </div>
  );
}
