import { TextField } from '@aws-amplify/ui-react';
import { useEffect, useMemo, useRef, useState } from 'react';
import { useSearchParams } from 'react-router-dom';
import type { OrderFilter, OrderTotals } from '../../../../contract/records/desk-orders.ts';
import { type DeskState, deskStates } from '../../../../contract/records/desk-states.ts';
import { Button } from '../../components/button.tsx';
import { FocusPlace } from '../../components/focus-place.tsx';
import { ActionButton } from '../../components/forms/action-button.tsx';
import { SubmitForm, textOf } from '../../components/forms/submit-form.tsx';
import { Section } from '../../components/section.tsx';
import { ApiError } from '../../lib/api-error.ts';
import { downloadText } from '../../lib/download-text.ts';
import { formatMoney } from '../../lib/format-money.ts';
import { callDesk } from './call-desk.ts';
import styles from './desk.module.css';
import { deskStateName } from './details.tsx';
import { OrderTable } from './order-table.tsx';
import { SelectOne } from './select-one.tsx';
import { usePages } from './use-reading.tsx';
import { MoreButton, WithReading } from './with-reading.tsx';

const stateLabels = {
  '': 'Every state',
  ...Object.fromEntries(deskStates.map((state) => [state, deskStateName(state)])),
};

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
      <SelectOne
        label="State"
        name="state"
        defaultValue={state ?? ''}
        labels={stateLabels}
        onSelect={onEdit}
      />
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
  const list = usePages('deskOrders', filter);
  /** The number of changes, each of which outdates a report. */
  const [changes, setChanges] = useState(0);
  async function conclude(outcome: string) {
    setChanges((count) => count + 1);
    await list.conclude(outcome);
  }
  return (
    <>
      {!isEdited && <OrderReport key={changes} filter={filter} />}
      <WithReading reading={{ ...list, conclude }} loadingLabel="Loading the orders…">
        {(pages) => {
          const orders = pages.flatMap((page) => page.orders);
          return (
            <>
              {orders.length > 0 && <OrderTable orders={orders} />}
              {orders.length === 0 && !list.readNext && <p>No orders.</p>}
              <MoreButton readNext={list.readNext} />
            </>
          );
        }}
      </WithReading>
    </>
  );
}

/** The totals of a list of orders, and its money movements as a CSV file. */
function OrderReport({ filter }: { filter: OrderFilter }) {
  const [report, setReport] = useState<{ totals: OrderTotals[]; csv: string } | null>(null);

  if (!report)
    return (
      <ActionButton look="quiet" act={async () => setReport(await callDesk('deskOrderReport', filter))}>
        Totals and CSV
      </ActionButton>
    );
  return (
    <div role="status">
      <ul className={styles.list}>
        {report.totals.length === 0 && <li>No paid orders.</li>}
        {report.totals.map(({ currency, orders, grossInCents, taxInCents, refundedInCents }) => (
          <li key={currency}>
            {`${orders} ${orders === 1 ? 'order' : 'orders'}: ${formatMoney(grossInCents, currency)} charged, with ${formatMoney(taxInCents, currency)} tax; ${formatMoney(refundedInCents, currency)} refunded`}
          </li>
        ))}
      </ul>
      <Button
        look="quiet"
        onClick={() => downloadText(fileNameOf(filter), 'text/csv;charset=utf-8', report.csv)}
      >
        Download CSV
      </Button>
    </div>
  );
}

const fileNameOf = ({ month, state, country }: OrderFilter): string =>
  `${['orders', month, state, country].filter(Boolean).join('-')}.csv`;
