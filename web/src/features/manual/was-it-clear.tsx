import { lazy, Suspense, useState } from 'react';
import type { ManualPageId } from '../../../../contract/content/manual-pages.ts';
import { Button } from '../../components/button.tsx';
import { Progress } from '../../components/progress.tsx';
import { Section } from '../../components/section.tsx';
import { loadChunk } from '../../lib/load-chunk.ts';
import { site } from '../../lib/site.ts';
import type { ManualAnswer } from './manual-feedback-form.tsx';
import styles from './was-it-clear.module.css';

const ManualFeedbackForm = lazy(() =>
  loadChunk('manual-feedback-form', () => import('./manual-feedback-form.tsx')),
);

/** The question at the end of a page. Its form loads with the first answer. */
export function WasItClear({ page }: { page: ManualPageId }) {
  const [answer, setAnswer] = useState<ManualAnswer>();
  const change = (part: Partial<ManualAnswer>) =>
    setAnswer((before) => ({
      isClear: false,
      content: '',
      ...before,
      isTried: false,
      ...part,
      feedbackId: before && !before.isTried ? before.feedbackId : crypto.randomUUID(),
    }));

  return (
    <Section id="page-clear" heading="Was this page clear?" className={styles.question}>
      <noscript>
        <p>{`Answering needs JavaScript. You can also write to ${site.contactAddress}.`}</p>
      </noscript>
      <div className={styles.buttons}>
        {[true, false].map((isClear) => (
          <Button
            key={String(isClear)}
            look="quiet"
            aria-pressed={answer?.isClear === isClear}
            onClick={() => change({ isClear })}
          >
            {isClear ? 'Yes' : 'No'}
          </Button>
        ))}
      </div>
      {answer && (
        <Suspense fallback={<Progress label="Loading…" />}>
          <ManualFeedbackForm page={page} answer={answer} onChange={change} />
        </Suspense>
      )}
    </Section>
  );
}
