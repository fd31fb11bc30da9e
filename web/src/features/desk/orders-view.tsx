import { SelectField, TextField } from '@aws-amplify/ui-react';
import { useCallback, useEffect, useMemo, useRef, useState } from 'react';
import { useSearchParams } from 'react-router-dom';
import type { OrderFilter } from '../../../../contract/records/desk-orders.ts';
import { type DeskState, deskStates } from '../../../../contract/records/desk-states.ts';
import { FocusPlace } from '../../components/focus-place.tsx';
import { SubmitForm, textOf } from '../../components/forms/submit-form.tsx';
import { Section } from '../../components/section.tsx';
import { WithAnswer } from '../../components/with-answer.tsx';
import { ApiError } from '../../lib/api-error.ts';
import { callDesk } from './call-desk.ts';
import styles from './desk.module.css';
import { MoreButton } from './more-button.tsx';
import { OrderReport } from './order-report.tsx';
import { OrderTable } from './order-table.tsx';
import { deskStateName } from './state-name.ts';
import { useOutcome } from './use-outcome.tsx';
import { usePages } from './use-pages.ts';

/** The orders of a month, or of all months in a state, with totals and a CSV file. The filter is in the address. */
export function OrdersView() {
  const [searchParams, setSearchParams] = useSearchParams();
  const filter = useMemo(() => readFilter(searchParams), [searchParams]);
  const key = JSON.stringify(filter);
  /** The form has changed since “Show”. */
  const [isEdited, setEdited] = useState(false);
  const results = useRef<HTMLDivElement>(null);
  const shown = useRef(key);
  // The button that had the focus was replaced with the form.
  useEffect(() => {
    if (shown.current !== key && document.activeElement === document.body) results.current?.focus();
    shown.current = key;
    setEdited(false);
  }, [key]);
  return (
    <Section id="orders" heading="Orders" className={styles.filtered}>
      {/* The key resets the form for each filter, including after going back. */}
      <FilterForm
        key={key}
        filter={filter}
        onEdit={() => setEdited(true)}
        onFilter={(chosen) => {
          setEdited(false);
          setSearchParams({ view: 'orders', ...chosen });
        }}
      />
      <FocusPlace place={results}>
        <OrderList key={key} filter={filter} isEdited={isEdited} />
      </FocusPlace>
    </Section>
  );
}

interface FilterFormProps {
  filter: OrderFilter;
  onEdit: () => void;
  onFilter: (filter: Record<string, string>) => void;
}

function FilterForm({ filter: { month, state, country }, onEdit, onFilter }: FilterFormProps) {
  return (
    <SubmitForm submitLabel="Show" onSubmit={async (fields) => onFilter(filterOf(fields))}>
      <TextField
        label="Month in UTC (optional)"
        name="month"
        type="month"
        pattern="\d{4}-\d{2}"
        placeholder="2026-11"
        defaultValue={month ?? ''}
        onChange={onEdit}
      />
      <SelectField label="State" name="state" defaultValue={state ?? ''} onChange={onEdit}>
        <option value="">Every state</option>
        {deskStates.map((name) => (
          <option key={name} value={name}>
            {deskStateName(name)}
          </option>
        ))}
      </SelectField>
      <TextField
        label="Country, such as DE (optional)"
        name="country"
        pattern="[A-Za-z]{2}"
        title="Two letters, such as DE"
        autoComplete="off"
        defaultValue={country ?? ''}
        onChange={onEdit}
      />
    </SubmitForm>
  );
}

/** This month, if the address has no filter. */
function readFilter(searchParams: URLSearchParams): OrderFilter {
  const { month, state, country } = Object.fromEntries(searchParams);
  const known = deskStates.find((name) => name === state);
  const filter = {
    ...(month ? { month } : {}),
    ...(known ? { state: known } : {}),
    ...(country ? { country } : {}),
  };
  return month || known ? filter : { ...filter, month: new Date().toISOString().slice(0, 7) };
}

/** @throws ApiError without a month and a state */
function filterOf(fields: FormData): { month?: string; state?: DeskState; country?: string } {
  const [month, state] = [textOf(fields, 'month'), textOf(fields, 'state')];
  const country = textOf(fields, 'country').toUpperCase();
  if (!month && !state) throw new ApiError('invalid-argument', 'Choose a month or a state.');
  return {
    ...(month ? { month } : {}),
    ...(state ? { state: state as DeskState } : {}),
    ...(country ? { country } : {}),
  };
}

function OrderList({ filter, isEdited }: { filter: OrderFilter; isEdited: boolean }) {
  const read = useCallback(
    (cursor?: string) => callDesk('deskOrders', { ...filter, ...(cursor ? { cursor } : {}) }),
    [filter],
  );
  const { answer, later, readNext, reload } = usePages(read);
  const { announce, statusLine } = useOutcome();
  /** The number of changes, each of which outdates a report. */
  const [changes, setChanges] = useState(0);
  // The order disappears from the list with its button.
  async function conclude(outcome: string) {
    setChanges((count) => count + 1);
    await reload();
    announce(outcome);
  }
  return (
    <>
      {!isEdited && <OrderReport key={changes} filter={filter} />}
      {statusLine}
      <WithAnswer answer={answer} loadingLabel="Loading the orders…">
        {(first) => {
          const orders = [first, ...later].flatMap((page) => page.orders);
          return (
            <>
              {orders.length > 0 && <OrderTable orders={orders} onChange={conclude} />}
              {orders.length === 0 && !readNext && <p>No orders.</p>}
              <MoreButton readNext={readNext} />
            </>
          );
        }}
      </WithAnswer>
    </>
  );
}
