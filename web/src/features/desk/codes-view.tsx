import { useCallback } from 'react';
import { Section } from '../../components/section.tsx';
import { callDesk } from './call-desk.ts';
import { CodeBatchItem } from './code-batch-item.tsx';
import styles from './desk.module.css';
import { MakeCodes } from './make-codes.tsx';
import { PagedList } from './paged-list.tsx';
import { useOutcome } from './use-outcome.tsx';
import { usePages } from './use-pages.ts';

/** Creates batches of codes, and lists them with their redemptions. */
export function CodesView() {
  const read = useCallback((cursor?: string) => callDesk('deskCodes', cursor ? { cursor } : {}), []);
  const list = usePages(read);
  const { announce, statusLine } = useOutcome();
  // The button disappears because a revoked batch has no actions.
  async function afterRevoking() {
    await list.reload();
    announce('The codes that nobody has redeemed are revoked.');
  }
  return (
    <div className={styles.desk}>
      <Section id="new-codes" heading="New codes">
        <MakeCodes onMade={list.reload} />
      </Section>
      <Section id="batches" heading="Batches">
        {statusLine}
        <PagedList
          list={list}
          itemsOf={({ batches }) => batches}
          loadingLabel="Loading the batches…"
          empty="None yet."
        >
          {(batch) => <CodeBatchItem key={batch.batchId} batch={batch} onRevoked={afterRevoking} />}
        </PagedList>
      </Section>
    </div>
  );
}
