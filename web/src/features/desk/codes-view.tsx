import { SelectField, TextAreaField, TextField } from '@aws-amplify/ui-react';
import { useId, useState } from 'react';
import type { ResponseOf } from '../../../../contract/operations/operations.ts';
import type { CodeBatch } from '../../../../contract/records/code-batch.ts';
import { maxReasonLength } from '../../../../contract/rules/desk-rules.ts';
import { codeKinds, maxCodes } from '../../../../contract/rules/license-codes.ts';
import { Button } from '../../components/button.tsx';
import { FormMessage } from '../../components/forms/form-message.tsx';
import { SubmitForm, textOf } from '../../components/forms/submit-form.tsx';
import { useAction } from '../../components/forms/use-action.ts';
import { Notice } from '../../components/notice.tsx';
import { Section } from '../../components/section.tsx';
import { downloadText } from '../../lib/download-text.ts';
import { formatNumber } from '../../lib/format-number.ts';
import { callDesk } from './call-desk.ts';
import styles from './desk.module.css';
import { DeskAction } from './desk-action.tsx';
import { PersonLink, utcTime } from './details.tsx';
import { usePages } from './use-reading.tsx';
import { PagedList } from './with-reading.tsx';

/** Creates batches of codes, and lists them with their redemptions. */
export function CodesView() {
  const list = usePages('deskCodes', {});
  return (
    <div className={styles.desk}>
      <Section id="new-codes" heading="New codes">
        <MakeCodes onMade={list.reload} />
      </Section>
      <Section id="batches" heading="Batches">
        <PagedList
          list={list}
          itemsOf={({ batches }) => batches}
          loadingLabel="Loading the batches…"
          empty="None yet."
        >
          {(batch) => <Batch key={batch.batchId} batch={batch} />}
        </PagedList>
      </Section>
    </div>
  );
}

/** Creates a batch of codes, and shows them once. */
function MakeCodes({ onMade }: { onMade: () => Promise<void> }) {
  const [actionId, setActionId] = useState(() => crypto.randomUUID());
  const [codes, setCodes] = useState<string[] | null>(null);

  async function make(fields: FormData) {
    const lastDay = textOf(fields, 'lastDay');
    const made = await callDesk('deskCreateCodes', {
      actionId,
      kind: textOf(fields, 'kind') as (typeof codeKinds)[number],
      count: Number(textOf(fields, 'count')),
      reason: textOf(fields, 'reason'),
      ...(lastDay ? { lastDay } : {}),
    });
    setCodes(made.codes);
    await onMade();
  }

  if (codes)
    return (
      <MadeCodes
        codes={codes}
        onClose={() => {
          setActionId(crypto.randomUUID());
          setCodes(null);
        }}
      />
    );
  return (
    <SubmitForm submitLabel="Make codes" onSubmit={make}>
      <SelectField label="For" name="kind" options={[...codeKinds]} />
      <TextField
        label={`How many (at most ${formatNumber(maxCodes)})`}
        name="count"
        type="number"
        min={1}
        max={maxCodes}
        defaultValue="1"
        isRequired
      />
      <TextField label="Last day (optional, UTC)" name="lastDay" type="date" />
      <TextAreaField
        label="Note: who gets them, and why"
        name="reason"
        rows={2}
        maxLength={maxReasonLength}
        isRequired
      />
    </SubmitForm>
  );
}

function MadeCodes({ codes, onClose }: { codes: string[]; onClose: () => void }) {
  const id = useId();
  const [isSaved, setIsSaved] = useState(false);
  const [isAsking, setIsAsking] = useState(false);
  const lines = codes.map((code) => `${code},${location.origin}/redeem#code=${code}\r\n`);
  return (
    <div className={styles.desk}>
      <Notice tone="success">
        {`${codes.length} ${codes.length === 1 ? 'code is' : 'codes are'} ready. Copy or download them now: they cannot be shown again.`}
      </Notice>
      <div>
        <label htmlFor={id}>Codes</label>
        <textarea id={id} className={styles.codes} readOnly rows={8} value={codes.join('\n')} />
      </div>
      <div className={styles.actions}>
        <Button
          look="quiet"
          onClick={() => {
            downloadText('codes.csv', 'text/csv;charset=utf-8', `code,link\r\n${lines.join('')}`);
            setIsSaved(true);
            setIsAsking(false);
          }}
        >
          Download the codes
        </Button>
        <Button look="quiet" onClick={() => (isSaved || isAsking ? onClose() : setIsAsking(true))}>
          {isAsking ? 'Close without downloading' : 'Close'}
        </Button>
      </div>
      {isAsking && (
        <Notice tone="info">You have not downloaded these codes, and they cannot be shown again.</Notice>
      )}
    </div>
  );
}

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
function Batch({ batch }: { batch: CodeBatch }) {
  const { batchId, kind, note, count, redeemedCount, createdAt, lastDay, status } = batch;
  const { run, isBusy, failure } = useAction();
  const [redemptions, setRedemptions] = useState<ResponseOf<'deskRedemptions'>['redemptions'] | null>(null);
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
                <PersonLink userId={userId}>{email ?? userId}</PersonLink>
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
            Show redemptions
          </Button>
        )}
        {status !== 'revoked' && (
          <DeskAction
            label="Revoke the codes"
            act={(request) => callDesk('deskRevokeCodes', { ...request, batchId })}
            outcome="The codes that nobody has redeemed are revoked."
          />
        )}
      </div>
    </li>
  );
}
