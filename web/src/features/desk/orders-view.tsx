import { SelectField, TextField } from '@aws-amplify/ui-react';
import { useCallback, useState } from 'react';
import { Link } from 'react-router-dom';
import type { ListedOrder, OrderFilter } from '../../../../contract/records/desk-orders.ts';
import { type OrderStatus, orderStatuses } from '../../../../contract/records/order-states.ts';
import { SubmitForm, textOf } from '../../components/forms/submit-form.tsx';
import { Section } from '../../components/section.tsx';
import { formatMoney } from '../../lib/format-money.ts';
import { messageOf } from '../../lib/message-of.ts';
import { callDesk } from './call-desk.ts';
import styles from './desk.module.css';
import { detailsAfter } from './details-after.ts';
import { OrderReport } from './order-report.tsx';
import { PagedList } from './paged-list.tsx';
import { usePages } from './use-pages.ts';
import { utcTime } from './utc-time.ts';

/** The orders of a month, with totals and a CSV file. */
export function OrdersView() {
  const [filter, setFilter] = useState<OrderFilter | null>(null);
  return (
    <Section id="orders" heading="Orders">
      <SubmitForm
        submitLabel="Show"
        describeError={messageOf}
        onSubmit={async (fields) => setFilter(filterOf(fields))}
      >
        <TextField
          label="Month of the checkout (UTC)"
          name="month"
          type="month"
          pattern="\d{4}-\d{2}"
          placeholder="2026-11"
          defaultValue={new Date().toISOString().slice(0, 7)}
          isRequired
        />
        <SelectField label="State" name="status" defaultValue="">
          <option value="">Every state</option>
          {orderStatuses
            .filter((status) => status !== 'created' && status !== 'expired')
            .map((status) => (
              <option key={status} value={status}>
                {status}
              </option>
            ))}
        </SelectField>
        <TextField
          label="Country (optional)"
          name="country"
          descriptiveText="Two letters, such as DE."
          pattern="[A-Za-z]{2}"
          maxLength={2}
          autoComplete="off"
        />
      </SubmitForm>
      {filter && <OrderList key={JSON.stringify(filter)} filter={filter} />}
    </Section>
  );
}

function filterOf(fields: FormData): OrderFilter {
  const [status, country] = [textOf(fields, 'status'), textOf(fields, 'country').toUpperCase()];
  return {
    month: textOf(fields, 'month'),
    ...(status ? { status: status as OrderStatus } : {}),
    ...(country ? { country } : {}),
  };
}

function OrderList({ filter }: { filter: OrderFilter }) {
  const read = useCallback(
    (cursor?: string) => callDesk('deskOrders', { ...filter, ...(cursor ? { cursor } : {}) }),
    [filter],
  );
  const list = usePages(read);
  return (
    <>
      <OrderReport filter={filter} />
      <PagedList
        list={list}
        itemsOf={({ orders }) => orders}
        loadingLabel="Loading the orders…"
        empty="No orders."
      >
        {(order) => (
          <li key={order.orderId}>
            <Listed order={order} />
          </li>
        )}
      </PagedList>
    </>
  );
}

function Listed({ order }: { order: ListedOrder }) {
  const {
    orderId,
    amountInCents,
    amountRefundedInCents,
    currency,
    status,
    country,
    createdAt,
    userId,
    source,
  } = order;
  return (
    <>
      <strong>{formatMoney(amountInCents, currency)}</strong>
      <span>
        {detailsAfter([
          status,
          source && `from a ${source}`,
          amountRefundedInCents > 0 && `${formatMoney(amountRefundedInCents, currency)} refunded`,
          country,
          utcTime(createdAt),
        ])}
      </span>{' '}
      {userId ? (
        <Link to={`/desk?person=${encodeURIComponent(userId)}`}>
          <code className={styles.words}>{orderId}</code>
        </Link>
      ) : (
        <code className={styles.words}>{orderId}</code>
      )}
    </>
  );
}
