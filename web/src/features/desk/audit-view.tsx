import { TextField } from '@aws-amplify/ui-react';
import { useMemo, useState } from 'react';
import { useSearchParams } from 'react-router-dom';
import type { AuditEntry, AuditFilter, AuditPeriod } from '../../../../contract/records/audit-entry.ts';
import { ActionButton } from '../../components/forms/action-button.tsx';
import { SubmitForm, textOf } from '../../components/forms/submit-form.tsx';
import { Section } from '../../components/section.tsx';
import { WithAnswer } from '../../components/with-answer.tsx';
import { ApiError } from '../../lib/api-error.ts';
import { downloadText } from '../../lib/download-text.ts';
import { AuditList, nameOfAction } from './audit-list.tsx';
import { callDesk } from './call-desk.ts';
import styles from './desk.module.css';
import { SelectOne } from './select-one.tsx';
import { usePages } from './use-reading.tsx';
import { MoreButton } from './with-reading.tsx';

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
      <Entries key={JSON.stringify(filter)} filter={filter} />
    </Section>
  );
}

interface FilterFormProps {
  filter: Filter;
  onFilter: (filter: Filter) => void;
}

function FilterForm({ filter, onFilter }: FilterFormProps) {
  const [by, setBy] = useState<AuditFilter['by']>(filter.by);
  const shown = filter.by === by ? filter : null;
  return (
    <SubmitForm submitLabel="Show" onSubmit={async (fields) => onFilter(await filterOf(by, fields))}>
      <SelectOne label="Filter by" value={by} labels={filters} onSelect={setBy} />
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
    return <SelectOne label="Action" name="value" defaultValue={value} labels={nameOfAction} />;
  return (
    <TextField
      label={filters[by]}
      name="value"
      type={by === 'day' ? 'date' : 'text'}
      autoComplete="off"
      defaultValue={value ?? (by === 'day' ? today() : '')}
      isRequired
    />
  );
}

const today = () => new Date().toISOString().slice(0, 10);

/** Today, if the address has no filter. */
function readFilter(searchParams: URLSearchParams): Filter {
  const { by = '', value, from, to } = Object.fromEntries(searchParams);
  if (!isFilterName(by) || !value) return { by: 'day', value: today() };
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
  const { answer, readNext } = usePages('deskAudit', filter);
  return (
    <WithAnswer answer={answer} loadingLabel="Loading the entries…">
      {(pages) => {
        const entries = pages.flatMap((page) => page.entries);
        return (
          <>
            {entries.length === 0 && <p className={styles.status}>No entries.</p>}
            <AuditList entries={entries} names={Object.assign({}, ...pages.map(({ names }) => names))} />
            <div className={styles.actions}>
              <MoreButton readNext={readNext} />
              {entries.length > 0 && <ExportAudit filter={filter} />}
            </div>
          </>
        );
      }}
    </WithAnswer>
  );
}

/** Downloads all entries of a filter from all pages as JSON. */
export function ExportAudit({ filter }: { filter: Filter }) {
  async function exportAll() {
    const entries: AuditEntry[] = [];
    let cursor: string | undefined;
    do {
      const page = await callDesk('deskAudit', { ...filter, ...(cursor ? { cursor } : {}) });
      entries.push(...page.entries);
      cursor = page.next;
    } while (cursor);
    downloadText(
      `audit-${filter.by}-${filter.value}.json`,
      'application/json',
      `${JSON.stringify(entries, null, 2)}\n`,
    );
  }

  return (
    <ActionButton look="quiet" act={exportAll}>
      Export all entries
    </ActionButton>
  );
}
