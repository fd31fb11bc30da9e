import { useRef, useState } from 'react';
import type {
  ListedArticle,
  PreviewedArticle,
  SeenVersions,
} from '../../../../contract/records/desk-articles.ts';
import { describeTime } from '../../../../contract/rules/zoned-time.ts';
import { SubmitForm } from '../../components/forms/submit-form.tsx';
import { Notice } from '../../components/notice.tsx';
import { useAddPicture, withParagraph } from './add-picture.tsx';
import { ArticleFields } from './article-fields.tsx';
import { ArticlePreview } from './article-preview.tsx';
import { callDesk } from './call-desk.ts';
import styles from './desk.module.css';
import { DeskAction, DirectAction } from './desk-action.tsx';

type Status = ListedArticle['status'];

interface EditedText {
  slug: string;
  text: string;
  /** The versions of the article when this text was loaded. */
  seen: SeenVersions;
}

interface PasteArticleProps {
  /** Missing for a new file. */
  edited?: EditedText;
  /** Called with a sentence about what was done, and the state of the stored version. */
  onStored: (outcome: string, status: Status) => Promise<void>;
}

/** Takes a Markdown file, shows it as the site would, and stores it. */
export function PasteArticle({ edited, onStored }: PasteArticleProps) {
  const [text, setText] = useState(edited?.text ?? '');
  const [preview, setPreview] = useState<(PreviewedArticle & { text: string }) | null>(null);
  /** The stored versions after a conflict, which the admin decides to replace. */
  const [conflicting, setConflicting] = useState<SeenVersions | null>(null);
  const currentText = useRef(text);
  const area = useRef<HTMLTextAreaElement>(null);

  const picture = useAddPicture((line) => {
    // The admin may have typed while the picture was uploaded.
    const current = currentText.current;
    change(withParagraph(current, line, area.current?.selectionEnd ?? current.length));
  });

  function change(changed: string) {
    currentText.current = changed;
    setText(changed);
    setPreview(null);
  }

  async function readPreview() {
    const previewed = await callDesk('deskPreviewArticle', { text });
    // The text may have changed while the preview was loading.
    if (currentText.current === text) setPreview({ ...previewed, text });
    return previewed;
  }

  async function readConflict() {
    const { article, seen } = await readPreview();
    if (article.slug === edited?.slug) setConflicting(seen);
  }

  async function conclude(outcome: string, status: Status) {
    picture.forgetResult();
    if (!edited) change('');
    await onStored(outcome, status);
  }

  const { seen = {}, warning } = preview ? versionsToReplace(preview, edited, conflicting) : {};

  return (
    <>
      <SubmitForm
        submitLabel="Preview"
        onSubmit={async () => void (await readPreview())}
        actions={picture.button}
      >
        <ArticleFields area={area} isNew={!edited} text={text} onChange={change} />
      </SubmitForm>
      {picture.form}
      {preview && (
        <>
          <ArticlePreview article={preview.article} />
          {warning && (
            <div className={styles.form}>
              <Notice tone="info">{warning}</Notice>
            </div>
          )}
          <StoreArticle preview={preview} seen={seen} onStored={conclude} onConflict={readConflict} />
        </>
      )}
    </>
  );
}

interface StoreArticleProps {
  preview: PreviewedArticle & { text: string };
  /** The versions that the text replaces. */
  seen: SeenVersions;
  /** Called with a sentence about what was done, and the state of the stored version. */
  onStored: (outcome: string, status: Status) => Promise<void>;
  onConflict: () => Promise<void>;
}

/** Publishes the text of a preview, or stores it as a draft. */
function StoreArticle({ preview, seen, onStored, onConflict }: StoreArticleProps) {
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

/**
 * The versions that a text replaces, and a sentence if the admin has not read them. A preview of an edited text has the versions that are stored
 * by now, which may be a colleague's.
 */
function versionsToReplace(
  preview: PreviewedArticle,
  edited: EditedText | undefined,
  conflicting: SeenVersions | null,
): { seen: SeenVersions; warning?: string } {
  if (preview.article.slug === edited?.slug) {
    if (!conflicting) return { seen: edited.seen };
    return {
      seen: conflicting,
      warning:
        'The stored version has changed since you opened this form. Storing or publishing this text replaces it.',
    };
  }
  const { seen } = preview;
  if (!seen.draft) return { seen };
  return {
    seen,
    warning: 'This article has a draft already. Storing or publishing this text replaces it.',
  };
}
