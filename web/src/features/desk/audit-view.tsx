import { SelectField, TextField } from '@aws-amplify/ui-react';
import { useCallback, useState } from 'react';
import type { AuditFilter, AuditPeriod } from '../../../../contract/records/audit-entry.ts';
import { SubmitForm, textOf } from '../../components/forms/submit-form.tsx';
import { Section } from '../../components/section.tsx';
import { WithAnswer } from '../../components/with-answer.tsx';
import { messageOf } from '../../lib/message-of.ts';
import { AuditList } from './audit-list.tsx';
import { callDesk } from './call-desk.ts';
import styles from './desk.module.css';
import { ExportAudit } from './export-audit.tsx';
import { MoreButton } from './more-button.tsx';
import { nameOfAction } from './name-of-action.ts';
import { usePages } from './use-pages.ts';

type Filter = AuditFilter & AuditPeriod;

const filters: Record<AuditFilter['by'], string> = {
  day: 'Day (UTC)',
  action: 'Action',
  actor: 'Member of the team (user id)',
  person: 'Person (user id)',
};

/** What the team did, by day, action, member or person. Today comes first. */
export function AuditView() {
  const [by, setBy] = useState<AuditFilter['by']>('day');
  const [filter, setFilter] = useState<Filter | null>(null);
  return (
    <Section id="audit" heading="What the team did">
      <SubmitForm
        submitLabel="Show"
        describeError={messageOf}
        onSubmit={async (fields) => setFilter(filterOf(by, fields))}
      >
        <SelectField
          label="Filter by"
          value={by}
          onChange={({ target }) => setBy(target.value as AuditFilter['by'])}
        >
          {Object.entries(filters).map(([name, label]) => (
            <option key={name} value={name}>
              {label}
            </option>
          ))}
        </SelectField>
        <ValueField key={by} by={by} />
        {by !== 'day' && (
          <>
            <TextField label="From (optional, UTC)" name="from" type="date" />
            <TextField label="To (optional, UTC)" name="to" type="date" />
          </>
        )}
      </SubmitForm>
      {filter && <Entries key={JSON.stringify(filter)} filter={filter} />}
    </Section>
  );
}

function ValueField({ by }: { by: AuditFilter['by'] }) {
  if (by === 'action')
    return (
      <SelectField label="Action" name="value">
        {Object.entries(nameOfAction).map(([action, name]) => (
          <option key={action} value={action}>
            {name}
          </option>
        ))}
      </SelectField>
    );
  return (
    <TextField
      label={filters[by]}
      name="value"
      type={by === 'day' ? 'date' : 'text'}
      autoComplete="off"
      defaultValue={by === 'day' ? new Date().toISOString().slice(0, 10) : ''}
      isRequired
    />
  );
}

function filterOf(by: AuditFilter['by'], fields: FormData): Filter {
  const [from, to] = [textOf(fields, 'from'), textOf(fields, 'to')];
  const value = textOf(fields, 'value').trim();
  return { by, value, ...(from ? { from } : {}), ...(to ? { to } : {}) };
}

function Entries({ filter }: { filter: Filter }) {
  const read = useCallback(
    (cursor?: string) => callDesk('deskAudit', { ...filter, ...(cursor ? { cursor } : {}) }),
    [filter],
  );
  const { answer, later, readNext } = usePages(read);
  return (
    <WithAnswer answer={answer} loadingLabel="Loading the entries…">
      {({ entries }) => (
        <>
          {entries.length === 0 && <p>Nothing.</p>}
          <AuditList entries={[entries, ...later.map((page) => page.entries)].flat()} />
          <div className={styles.actions}>
            <MoreButton readNext={readNext} />
            {entries.length > 0 && <ExportAudit filter={filter} />}
          </div>
        </>
      )}
    </WithAnswer>
  );
}
