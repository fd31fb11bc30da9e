import { useState } from 'react';
import type { OrderFilter, OrderTotals } from '../../../../contract/records/desk-orders.ts';
import { Button } from '../../components/button.tsx';
import { FormMessage } from '../../components/forms/form-message.tsx';
import { useAction } from '../../components/forms/use-action.ts';
import { downloadText } from '../../lib/download-text.ts';
import { formatMoney } from '../../lib/format-money.ts';
import { callDesk } from './call-desk.ts';
import styles from './desk.module.css';

/** The totals of a list of orders, and its money movements as a CSV file. */
export function OrderReport({ filter }: { filter: OrderFilter }) {
  const { run, isBusy, failure } = useAction();
  const [report, setReport] = useState<{ totals: OrderTotals[]; csv: string } | null>(null);

  if (!report)
    return (
      <>
        <Button
          look="quiet"
          isBusy={isBusy}
          onClick={() => void run(async () => setReport(await callDesk('deskOrderReport', filter)))}
        >
          Totals and CSV
        </Button>
        {failure && <FormMessage tone="error">{failure}</FormMessage>}
      </>
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
