import { useCallback } from 'react';
import { WithAnswer } from '../../components/with-answer.tsx';
import { callDesk } from './call-desk.ts';
import styles from './desk.module.css';
import { PasteArticle } from './paste-article.tsx';
import { useReading } from './use-reading.ts';

interface EditArticleProps {
  slug: string;
  /** Set if it has no draft: the text is written from the published version. */
  isPublished: boolean;
  onStored: (outcome: string) => Promise<void>;
}

/** The stored text of an article in the form. */
export function EditArticle({ slug, isPublished, onStored }: EditArticleProps) {
  const read = useCallback(() => callDesk('deskPreviewArticle', { slug }), [slug]);
  const { answer } = useReading(read);
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
