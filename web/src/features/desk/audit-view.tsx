import { SelectField, TextField } from '@aws-amplify/ui-react';
import { useCallback, useMemo, useState } from 'react';
import { useSearchParams } from 'react-router-dom';
import type { AuditFilter, AuditPeriod } from '../../../../contract/records/audit-entry.ts';
import { SubmitForm, textOf } from '../../components/forms/submit-form.tsx';
import { Section } from '../../components/section.tsx';
import { WithAnswer } from '../../components/with-answer.tsx';
import { ApiError } from '../../lib/api-error.ts';
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
  actor: 'Member of the team (email or user id)',
  person: 'Person (email or user id)',
};

/** The actions of the team, by day, action, admin or person. Today comes first. The filter is in the address. */
export function AuditView() {
  const [searchParams, setSearchParams] = useSearchParams();
  const filter = useMemo(() => readFilter(searchParams), [searchParams]);
  return (
    <Section id="audit" heading="What the team did">
      {/* The key resets the form for each filter, including after going back. */}
      <FilterForm
        key={searchParams.toString()}
        filter={filter}
        onFilter={(chosen) => setSearchParams({ view: 'audit', ...chosen })}
      />
      {filter && <Entries key={JSON.stringify(filter)} filter={filter} />}
    </Section>
  );
}

interface FilterFormProps {
  filter: Filter | null;
  onFilter: (filter: Filter) => void;
}

function FilterForm({ filter, onFilter }: FilterFormProps) {
  const [by, setBy] = useState<AuditFilter['by']>(filter?.by ?? 'day');
  const shown = filter?.by === by ? filter : null;
  return (
    <SubmitForm submitLabel="Show" onSubmit={async (fields) => onFilter(await filterOf(by, fields))}>
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
      <ValueField key={by} by={by} value={shown?.value} />
      {by !== 'day' && (
        <>
          <TextField label="From (optional, UTC)" name="from" type="date" defaultValue={shown?.from} />
          <TextField label="To (optional, UTC)" name="to" type="date" defaultValue={shown?.to} />
        </>
      )}
    </SubmitForm>
  );
}

function ValueField({ by, value }: { by: AuditFilter['by']; value: string | undefined }) {
  if (by === 'action')
    return (
      <SelectField label="Action" name="value" defaultValue={value}>
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
      defaultValue={value ?? (by === 'day' ? new Date().toISOString().slice(0, 10) : '')}
      isRequired
    />
  );
}

function readFilter(searchParams: URLSearchParams): Filter | null {
  const { by = '', value, from, to } = Object.fromEntries(searchParams);
  if (!isFilterName(by) || !value) return null;
  return { by, value, ...(from ? { from } : {}), ...(to ? { to } : {}) };
}

const isFilterName = (by: string): by is AuditFilter['by'] => Object.hasOwn(filters, by);

async function filterOf(by: AuditFilter['by'], fields: FormData): Promise<Filter> {
  const [from, to] = [textOf(fields, 'from'), textOf(fields, 'to')];
  const typed = textOf(fields, 'value').trim();
  const value = typed.includes('@') ? await userIdOf(typed) : typed;
  return { by, value, ...(from ? { from } : {}), ...(to ? { to } : {}) };
}

/** Entries contain user ids, not addresses. */
async function userIdOf(address: string): Promise<string> {
  const { people } = await callDesk('deskFind', { query: address });
  const userId = people.find(({ email }) => email?.toLowerCase() === address.toLowerCase())?.userId;
  if (!userId)
    throw new ApiError('not-found', 'No account has this address. For a deleted account, use the user id.');
  return userId;
}

function Entries({ filter }: { filter: Filter }) {
  const read = useCallback(
    (cursor?: string) => callDesk('deskAudit', { ...filter, ...(cursor ? { cursor } : {}) }),
    [filter],
  );
  const { answer, later, readNext } = usePages(read);
  return (
    <WithAnswer answer={answer} loadingLabel="Loading the entries…">
      {({ entries, names }) => (
        <>
          {entries.length === 0 && <p>Nothing.</p>}
          <AuditList
            entries={[entries, ...later.map((page) => page.entries)].flat()}
            names={Object.assign({}, names, ...later.map((page) => page.names))}
          />
          <div className={styles.actions}>
            <MoreButton readNext={readNext} />
            {entries.length > 0 && <ExportAudit filter={filter} />}
          </div>
        </>
      )}
    </WithAnswer>
  );
}
