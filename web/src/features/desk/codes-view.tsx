import { useCallback } from 'react';
import { Section } from '../../components/section.tsx';
import { WithAnswer } from '../../components/with-answer.tsx';
import { callDesk } from './call-desk.ts';
import { CodeBatchItem } from './code-batch-item.tsx';
import styles from './desk.module.css';
import { MakeCodes } from './make-codes.tsx';
import { MoreButton } from './more-button.tsx';
import { usePages } from './use-pages.ts';

/** Makes batches of codes, and lists them with their redemptions. */
export function CodesView() {
  const read = useCallback((cursor?: string) => callDesk('deskCodes', cursor ? { cursor } : {}), []);
  const { answer, later, readNext, reload } = usePages(read);
  return (
    <div className={styles.desk}>
      <Section id="new-codes" heading="New codes">
        <MakeCodes onMade={reload} />
      </Section>
      <Section id="batches" heading="Batches">
        <WithAnswer answer={answer} loadingLabel="Loading the batches…">
          {({ batches }) => (
            <>
              {batches.length === 0 && <p>None yet.</p>}
              <ul className={styles.list}>
                {[batches, ...later.map((page) => page.batches)].flat().map((batch) => (
                  <CodeBatchItem key={batch.batchId} batch={batch} onChange={reload} />
                ))}
              </ul>
              <MoreButton readNext={readNext} />
            </>
          )}
        </WithAnswer>
      </Section>
    </div>
  );
}
