import { SelectField, TextField } from '@aws-amplify/ui-react';
import { useState } from 'react';
import type { AuditEntry, AuditFilter } from '../../../../contract/records/audit-entry.ts';
import { SubmitForm, textOf } from '../../components/forms/submit-form.tsx';
import { Section } from '../../components/section.tsx';
import { messageOf } from '../../lib/message-of.ts';
import { AuditList } from './audit-list.tsx';
import { callDesk } from './call-desk.ts';
import styles from './desk.module.css';

const filters: Record<AuditFilter['by'], string> = {
  day: 'Day (UTC)',
  actor: 'Member of the team (user id)',
  person: 'Person (user id)',
};

/** What the team did, by day, member or person. Today comes first. */
export function AuditView() {
  const [by, setBy] = useState<AuditFilter['by']>('day');
  const [entries, setEntries] = useState<AuditEntry[] | null>(null);

  async function search(fields: FormData) {
    const value = textOf(fields, 'value').trim();
    if (value) setEntries((await callDesk('deskAudit', { by, value })).entries);
  }

  return (
    <Section id="audit" heading="What the team did" className={styles.desk}>
      <SubmitForm submitLabel="Show" describeError={messageOf} onSubmit={search}>
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
        <TextField
          key={by}
          label={filters[by]}
          name="value"
          type={by === 'day' ? 'date' : 'text'}
          autoComplete="off"
          defaultValue={by === 'day' ? new Date().toISOString().slice(0, 10) : ''}
          isRequired
        />
      </SubmitForm>
      {entries && (
        <div role="status">{entries.length === 0 ? <p>Nothing.</p> : <AuditList entries={entries} />}</div>
      )}
    </Section>
  );
}
