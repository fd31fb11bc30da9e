import { useState } from 'react';
import { Link } from 'react-router-dom';
import type { ResponseOf } from '../../../../contract/operations/operations.ts';
import type { CodeBatch } from '../../../../contract/records/code-batch.ts';
import { Button } from '../../components/button.tsx';
import { FormMessage } from '../../components/forms/form-message.tsx';
import { useAction } from '../../components/forms/use-action.ts';
import { callDesk } from './call-desk.ts';
import styles from './desk.module.css';
import { DeskAction } from './desk-action.tsx';
import { utcTime } from './utc-time.ts';

type Redemptions = ResponseOf<'deskRedemptions'>['redemptions'];

const states: Record<CodeBatch['status'], string> = {
  incomplete: 'not complete, no code works',
  valid: 'valid',
  revoked: 'revoked',
};

/** Codes work until the end of their last day, in UTC. */
function stateOf({ status, lastDay }: CodeBatch): string {
  const isOver = lastDay !== undefined && lastDay < new Date().toISOString().slice(0, 10);
  return status === 'valid' && isOver ? 'expired' : states[status];
}

/** A batch of codes: the people who redeemed them, and an action that ends the others. */
export function CodeBatchItem({ batch, onRevoked }: { batch: CodeBatch; onRevoked: () => Promise<void> }) {
  const { batchId, kind, note, count, redeemedCount, createdAt, lastDay, status } = batch;
  const { run, isBusy, failure } = useAction();
  const [redemptions, setRedemptions] = useState<Redemptions | null>(null);
  const readRedemptions = () =>
    run(async () => setRedemptions((await callDesk('deskRedemptions', { batchId })).redemptions));

  return (
    <li>
      <strong>{kind}</strong>
      <span>
        {`, ${redeemedCount} of ${count} redeemed, ${stateOf(batch)}, made ${utcTime(createdAt)}${lastDay ? `, until ${lastDay}` : ''}`}
      </span>
      <p className={styles.words}>{note}</p>
      {redemptions && (
        <ul className={styles.list}>
          {redemptions.length === 0 && <li>Nobody has redeemed a code.</li>}
          {redemptions.map(({ orderId, redeemedAt, userId, email }) => (
            <li key={orderId}>
              <span>{`${utcTime(redeemedAt)}:`}</span>{' '}
              {userId ? (
                <Link to={`/desk?person=${encodeURIComponent(userId)}`}>{email ?? userId}</Link>
              ) : (
                <span>an account that was deleted</span>
              )}
            </li>
          ))}
        </ul>
      )}
      {failure && <FormMessage tone="error">{failure}</FormMessage>}
      <div className={styles.actions}>
        {!redemptions && (
          <Button look="quiet" isBusy={isBusy} onClick={() => void readRedemptions()}>
            Who redeemed
          </Button>
        )}
        {status !== 'revoked' && (
          <DeskAction
            label="Revoke the codes"
            act={(request) => callDesk('deskRevokeCodes', { ...request, batchId })}
            onDone={onRevoked}
          />
        )}
      </div>
    </li>
  );
}
