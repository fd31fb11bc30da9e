import { SelectField, TextAreaField, TextField } from '@aws-amplify/ui-react';
import { useId, useState } from 'react';
import { maxReasonLength } from '../../../../contract/rules/desk-rules.ts';
import { codeKinds, maxCodes } from '../../../../contract/rules/license-codes.ts';
import { Button } from '../../components/button.tsx';
import { SubmitForm, textOf } from '../../components/forms/submit-form.tsx';
import { Notice } from '../../components/notice.tsx';
import { downloadText } from '../../lib/download-text.ts';
import { callDesk } from './call-desk.ts';
import styles from './desk.module.css';

/** Creates a batch of codes, and shows them once. */
export function MakeCodes({ onMade }: { onMade: () => Promise<void> }) {
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
      <SelectField label="For" name="kind">
        {codeKinds.map((kind) => (
          <option key={kind} value={kind}>
            {kind}
          </option>
        ))}
      </SelectField>
      <TextField
        label={`How many (at most ${maxCodes})`}
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
