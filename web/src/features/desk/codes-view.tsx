import { useCallback, useState } from 'react';
import type { CodeBatch } from '../../../../contract/records/code-batch.ts';
import { Section } from '../../components/section.tsx';
import { WithAnswer } from '../../components/with-answer.tsx';
import { callDesk } from './call-desk.ts';
import { CodeBatchItem } from './code-batch-item.tsx';
import styles from './desk.module.css';
import { MoreButton } from './more-button.tsx';
import { NewCodes } from './new-codes.tsx';
import { useReading } from './use-reading.ts';

/** Makes batches of codes, and lists them with their redemptions. */
export function CodesView() {
  const read = useCallback(() => callDesk('deskCodes', {}), []);
  const { answer, reload } = useReading(read);
  return (
    <div className={styles.desk}>
      <Section id="new-codes" heading="New codes">
        <NewCodes onMade={reload} />
      </Section>
      <Section id="batches" heading="Batches">
        <WithAnswer answer={answer} loadingLabel="Loading the batches…">
          {(first) => <Batches key={first.batches[0]?.batchId} {...first} onChange={reload} />}
        </WithAnswer>
      </Section>
    </div>
  );
}

interface BatchesProps {
  batches: CodeBatch[];
  next?: string | undefined;
  onChange: () => Promise<void>;
}

function Batches({ batches, next: firstNext, onChange }: BatchesProps) {
  const [later, setLater] = useState<CodeBatch[]>([]);
  const [next, setNext] = useState(firstNext);
  const all = [...batches, ...later];
  if (all.length === 0) return <p>None yet.</p>;

  async function readNext() {
    const page = await callDesk('deskCodes', next === undefined ? {} : { cursor: next });
    setLater([...later, ...page.batches]);
    setNext(page.next);
  }
  return (
    <>
      <ul className={styles.list}>
        {all.map((batch) => (
          <CodeBatchItem key={batch.batchId} batch={batch} onChange={onChange} />
        ))}
      </ul>
      <MoreButton readNext={next === undefined ? undefined : readNext} />
    </>
  );
}
