// @vitest-environment jsdom
import { act, cleanup, fireEvent, render, screen, within } from '@testing-library/react';
import { MemoryRouter } from 'react-router-dom';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { Order } from '../../../../contract/records/order.ts';
import { ApiError } from '../../lib/api-error.ts';
import { callApi } from '../../lib/call-api.ts';
import { leaveSite } from '../../lib/leave-site.ts';
import { press } from '../../lib/test-page.tsx';
import { PurchasesTab } from './purchases-tab.tsx';
import { freeOrder, paidOrder } from './test-order.ts';

vi.mock('../../lib/call-api.ts');
vi.mock('../../lib/leave-site.ts');

beforeEach(() => {
  vi.resetAllMocks();
});

afterEach(cleanup);

async function show(...orders: Order[]) {
  vi.mocked(callApi).mockResolvedValue({ orders });
  await open();
}

const open = () =>
  act(async () => {
    render(
      <MemoryRouter>
        <PurchasesTab />
      </MemoryRouter>,
    );
  });

const purchases = () =>
  screen.getAllByRole('heading', { level: 2 }).map((heading) => heading.closest('li') as HTMLElement);
const hrefOf = (name: RegExp, purchase?: HTMLElement) =>
  within(purchase as HTMLElement)
    .getByRole('link', { name })
    .getAttribute('href');

describe('PurchasesTab', () => {
  it('shows the product, the date, the price and the status', async () => {
    await show(paidOrder, freeOrder);

    const [paid, free] = purchases();
    for (const text of ['Lorewright Lifetime', 'September 3, 2025', '$49.00', 'Paid']) {
      expect(within(paid as HTMLElement).getByText(text)).toBeTruthy();
    }
    for (const text of ['Lorewright Early Access', 'Free', 'You have a lifetime license.']) {
      expect(within(free as HTMLElement).getByText(text)).toBeTruthy();
    }
  });

  it('links to the withdrawal of an order while it is possible', async () => {
    const now = new Date().toISOString();
    const recent = { ...paidOrder, createdAt: now, licensedAt: now };
    await show({ ...recent, orderId: 'cs_recent' }, paidOrder, {
      ...freeOrder,
      createdAt: now,
      licensedAt: now,
    });

    const links = screen.getAllByRole('link', { name: /^Withdraw from contract here/ });
    expect(links.map((link) => link.getAttribute('href'))).toEqual(['/withdraw?order=cs_recent']);
  });

  it('links to our receipt, and to that of Stripe in a new tab', async () => {
    await show(paidOrder, freeOrder);

    const [paid, free] = purchases();
    expect(hrefOf(/^Receipt ?for Lorewright Lifetime of September 3, 2025$/, paid)).toBe(
      '/receipt?order=cs_paid',
    );
    expect(
      hrefOf(/^Stripe’s receipt ?for Lorewright Lifetime of September 3, 2025.*opens in a new tab/, paid),
    ).toBe(paidOrder.receiptUrl);
    expect(hrefOf(/Receipt ?for Lorewright Early Access of September 3, 2025/, free)).toBe(
      '/receipt?order=cs_free',
    );
  });

  it('shows the tax and the country of a purchase', async () => {
    await show({ ...paidOrder, amountInCents: 5831, taxInCents: 931, country: 'DE' });
    expect(screen.getByText('$58.31, including $9.31 tax')).toBeTruthy();
    expect(screen.getByText('Germany')).toBeTruthy();
  });

  it('shows no receipt before the payment', async () => {
    const { licensedAt: _, receiptUrl: _url, ...pending } = paidOrder;
    await show({ ...pending, status: 'paymentPending' });

    expect(screen.getByText('On its way')).toBeTruthy();
    expect(screen.queryByRole('link', { name: /Receipt/ })).toBeNull();
  });

  it('offers the invoice of a paid order only, and shows why it could not be loaded', async () => {
    await show({ ...paidOrder, invoiceId: 'in_1' }, freeOrder);
    const button = screen.getByRole('button', {
      name: /^Invoice \(PDF\) ?for Lorewright Lifetime of September 3, 2025$/,
    });
    vi.mocked(callApi).mockRejectedValue(new ApiError('unavailable', 'The invoice is not ready yet.'));
    await act(async () => {
      fireEvent.click(button);
    });
    expect(screen.getByRole('alert').textContent).toContain('The invoice is not ready yet.');
  });

  it('offers no invoice of an order that was not paid', async () => {
    await show({ ...paidOrder, invoiceId: 'in_1', status: 'failed' });
    expect(hrefOf(/^Order again/, purchases()[0])).toBe('/pricing');
    expect(screen.queryByRole('button', { name: /Invoice/ })).toBeNull();
  });

  it('offers the credit notes of an order beside its invoice', async () => {
    const order: Order = { ...paidOrder, invoiceId: 'in_1', status: 'refunded', amountRefundedInCents: 4900 };
    await show({ ...order, creditNotes: [{ creditNoteId: 'cn_1', number: 'CN-1' }] });
    const button = screen.getByRole('button', {
      name: /^Credit note \(PDF\) ?for Lorewright Lifetime of September 3, 2025$/,
    });
    vi.mocked(callApi).mockResolvedValue({ url: 'https://pay.example/cn_1.pdf' });
    await act(async () => {
      fireEvent.click(button);
    });
    expect(callApi).toHaveBeenLastCalledWith('invoice', { orderId: 'cs_paid', creditNoteId: 'cn_1' });
    expect(leaveSite).toHaveBeenCalledExactlyOnceWith('https://pay.example/cn_1.pdf');
  });

  it('numbers several credit notes, and downloads the chosen one', async () => {
    const creditNotes = ['cn_1', 'cn_2'].map((creditNoteId) => ({ creditNoteId, number: creditNoteId }));
    await show({ ...paidOrder, invoiceId: 'in_1', status: 'partlyRefunded', creditNotes });
    const names = screen
      .getAllByRole('button', { name: /^Credit note/ })
      .map(({ textContent }) => textContent);
    expect(names).toEqual([
      expect.stringMatching(/^Credit note 1 of 2 \(PDF\) ?for Lorewright Lifetime/),
      expect.stringMatching(/^Credit note 2 of 2 \(PDF\) ?for Lorewright Lifetime/),
    ]);
    vi.mocked(callApi).mockResolvedValue({ url: 'https://pay.example/cn_2.pdf' });
    await press(/^Credit note 2 of 2/);
    expect(callApi).toHaveBeenLastCalledWith('invoice', { orderId: 'cs_paid', creditNoteId: 'cn_2' });
  });

  it('shows the terms of the purchase', async () => {
    await show(paidOrder);
    expect(screen.getByText('No subscription')).toBeTruthy();
    expect(screen.getByText(/^Terms of/).textContent).toBe('Terms of June 13, 2025.');
    expect(screen.getByText('June 13, 2025').closest('a')?.getAttribute('href')).toBe('/terms/2025-06-13');
  });

  it('shows purchases with statuses and prices that only a newer server has', async () => {
    await show({ ...paidOrder, status: 'onTheMoon', priceId: 'price_new' } as unknown as Order);

    expect(screen.getByText('Lorewright license')).toBeTruthy();
    expect(screen.getByText('In progress')).toBeTruthy();
  });
});

it('links to the offer if there are no purchases', async () => {
  await show();
  expect(screen.getByRole('link', { name: 'See the offer' }).getAttribute('href')).toBe('/pricing');
});

it('reports a failure and retries', async () => {
  vi.mocked(callApi).mockRejectedValueOnce(new ApiError('unavailable', 'The server is asleep.'));
  await open();
  expect(screen.getByRole('alert').textContent).toContain('The server is asleep.');

  vi.mocked(callApi).mockResolvedValue({ orders: [paidOrder] });
  const again = screen.getByRole('button', { name: 'Try again' });
  again.focus();
  await act(async () => {
    fireEvent.click(again);
  });
  expect(purchases()).toHaveLength(1);
  expect(document.activeElement).not.toBe(document.body);
  expect(document.activeElement?.contains(purchases()[0] as HTMLElement)).toBe(true);
});
