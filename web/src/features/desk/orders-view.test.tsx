// @vitest-environment jsdom
import { act, cleanup, fireEvent, render, screen, within } from '@testing-library/react';
import type { ReactNode } from 'react';
import { Link, MemoryRouter } from 'react-router-dom';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { ListedOrder } from '../../../../contract/records/desk-orders.ts';
import { catalog } from '../../../../contract/rules/catalog.ts';
import { downloadText } from '../../lib/download-text.ts';
import { fill, press } from '../../lib/test-page.tsx';
import { callDesk } from './call-desk.ts';
import { OrdersView } from './orders-view.tsx';
import { giveReason, requests } from './test-desk.ts';

vi.mock('./call-desk.ts');
vi.mock('../../lib/download-text.ts');

const [priceId = ''] = Object.values(catalog.lifetime.priceIds);
const order: ListedOrder = {
  orderId: 'cs_test_1',
  priceId,
  userId: 'user-1',
  email: 'ana@example.test',
  amountInCents: 4900,
  amountRefundedInCents: 0,
  taxInCents: 817,
  currency: 'usd',
  country: 'DE',
  invoiceNumber: 'A-0001',
  paymentIntentId: 'pi_1',
  state: 'paid',
  changes: 2,
  createdAt: '2026-11-24T10:00:00.000Z',
};

let orders: ListedOrder[];
beforeEach(() => {
  orders = [order];
  vi.mocked(callDesk).mockReset();
  vi.mocked(callDesk).mockImplementation((async (name: string) =>
    name === 'deskOrders'
      ? { orders }
      : name === 'deskOrderReport'
        ? { totals: [], csv: 'csv' }
        : { status: 'paid' }) as never);
});
afterEach(cleanup);

async function open(query = '', link?: ReactNode) {
  render(
    <MemoryRouter initialEntries={[`/desk?view=orders${query}`]}>
      <OrdersView />
      {link}
    </MemoryRouter>,
  );
  await act(async () => {});
}
const cells = () => within(screen.getAllByRole('row')[1] as HTMLElement).getAllByRole('cell');

describe('OrdersView', () => {
  it('shows this month first', async () => {
    await open();
    expect(requests('deskOrders')).toEqual([{ month: new Date().toISOString().slice(0, 7) }]);
  });

  it('shows a state of all months from the address', async () => {
    await open('&state=disputeOpen');
    expect(requests('deskOrders')).toEqual([{ state: 'disputeOpen' }]);
    expect((screen.getByLabelText('State') as HTMLSelectElement).value).toBe('disputeOpen');
  });

  it('asks for a month or a state', async () => {
    await open('&state=paid');
    fill('State', '');
    await press('Show');
    expect(screen.getByRole('alert').textContent).toBe('Choose a month or a state.');
    expect(requests('deskOrders')).toHaveLength(1);
  });

  it('focuses the results when they replace the form with its button', async () => {
    await open('&state=paid');
    expect(document.activeElement).toBe(document.body);
    fill('State', 'refundFailed');
    screen.getByRole('button', { name: 'Show' }).focus();
    await press('Show');
    expect(document.activeElement?.contains(screen.getByRole('table'))).toBe(true);
    expect(document.activeElement).not.toBe(document.body);
  });

  it('names the file after every filter', async () => {
    await open('&month=2026-11&state=paid&country=DE');
    await press('Totals and CSV');
    await press('Download CSV');
    expect(downloadText).toHaveBeenCalledExactlyOnceWith(
      'orders-2026-11-paid-DE.csv',
      'text/csv;charset=utf-8',
      'csv',
    );
  });

  it('removes a report that an action outdates', async () => {
    orders = [{ ...order, state: 'refundFailed' }];
    await open('&state=refundFailed');
    await press('Totals and CSV');
    expect(screen.getByText('No paid orders.')).toBeTruthy();
    await press('Mark as done');
    giveReason('By bank transfer.');
    await press('Mark as done');
    expect(screen.queryByText('No paid orders.')).toBeNull();
    expect(screen.getByRole('button', { name: 'Totals and CSV' })).toBeTruthy();
  });

  it('removes a report while the filter differs from the form', async () => {
    await open('&month=2026-11');
    await press('Totals and CSV');
    fill(/^Country/, 'DE');
    expect(screen.queryByText('No paid orders.')).toBeNull();
    expect(screen.queryByRole('button', { name: 'Totals and CSV' })).toBeNull();
    fill(/^Country/, '');
    await press('Show');
    expect(screen.getByRole('button', { name: 'Totals and CSV' })).toBeTruthy();
  });

  it('offers the report after a navigation that replaces an edited form', async () => {
    await open('&month=2026-11', <Link to="/desk?view=orders&month=2026-10">October</Link>);
    fill(/^Country/, 'DE');
    fireEvent.click(screen.getByText('October'));
    await act(async () => {});
    expect(screen.getByRole('button', { name: 'Totals and CSV' })).toBeTruthy();
  });

  it('breaks an address only after its separators, so that the table stays within the page', async () => {
    await open();
    const [buyer] = screen.getAllByRole('link');
    expect(buyer?.innerHTML).toBe('<span>ana@</span><wbr><span>example.</span><wbr><span>test</span><wbr>');
  });

  it('shows each column, with links to the buyer and to the payment at Stripe', async () => {
    await open();
    expect(cells().map(({ textContent }) => textContent)).toEqual([
      'Nov 24, 2026',
      'ana@example.test',
      'Lifetime',
      'Paid',
      '$49.00',
      '$8.17',
      'DE',
      'A-0001',
      'Payment (opens in a new tab)',
    ]);
    const [buyer, payment] = screen.getAllByRole('link').map((link) => link.getAttribute('href'));
    expect(buyer).toBe('/desk?person=user-1');
    expect(payment).toBe('https://dashboard.stripe.com/test/payments/pi_1');
  });

  it('shows a free order of a deleted account without amounts and links', async () => {
    const {
      email: _email,
      userId: _user,
      paymentIntentId: _payment,
      invoiceNumber: _number,
      ...rest
    } = order;
    orders = [{ ...rest, orderId: 'gift_1', source: 'gift', amountInCents: 0, taxInCents: 0, state: 'free' }];
    await open();
    const texts = cells().map(({ textContent }) => textContent);
    expect(texts.slice(3)).toEqual(['Free', '$0.00', '', 'DE', '', '']);
    expect(texts[1]).toBe('Account deletedfrom a giftgift_1');
    expect(screen.queryAllByRole('link')).toEqual([]);
  });

  it('shows a dispute with its reason, its deadline, and the form for the evidence', async () => {
    const dispute = {
      disputeId: 'du_1',
      reason: 'product_not_received',
      amountInCents: 4500,
      currency: 'eur',
      needsEvidence: true,
      dueAt: '2026-12-03T10:00:00.000Z',
    };
    orders = [{ ...order, state: 'disputeOpen', dispute }];
    await open('&state=disputeOpen');
    expect(cells()[3]?.textContent).toContain('€45.00, product not received, by Dec 3, 2026, 10:00 AM UTC.');
    const evidence = screen.getByRole('link', { name: /^Evidence/ });
    expect(evidence.getAttribute('href')).toBe('https://dashboard.stripe.com/test/disputes/du_1');
  });

  it('marks a failed refund as done, and reads the list again', async () => {
    orders = [{ ...order, state: 'refundFailed' }];
    await open('&state=refundFailed');
    await press('Mark as done');
    giveReason('By bank transfer.');
    orders = [];
    await press('Mark as done');
    expect(requests('deskConclude')).toEqual([
      expect.objectContaining({ orderId: 'cs_test_1', seen: 2, reason: 'By bank transfer.' }),
    ]);
    expect(screen.getByText('No orders.')).toBeTruthy();
    expect(screen.getByText('The order is marked as done.')).toBeTruthy();
  });
});
