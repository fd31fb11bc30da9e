// @vitest-environment jsdom
import { act, cleanup, fireEvent, render, screen } from '@testing-library/react';
import { MemoryRouter } from 'react-router-dom';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { ApiError } from '../../lib/api-error.ts';
import { callApi } from '../../lib/call-api.ts';
import { leaveSite } from '../../lib/leave-site.ts';
import { loadWebSettings } from '../../lib/load-web-settings.ts';
import { rememberSession } from '../../lib/session.ts';
import { press } from '../../lib/test-page.tsx';
import ReceiptPanel from './receipt-panel.tsx';
import { freeOrder, paidOrder } from './test-order.ts';

vi.mock('../../lib/call-api.ts');
vi.mock('../../lib/leave-site.ts');
vi.mock('../../lib/load-web-settings.ts');
vi.mock('../../lib/log-quietly.ts');

const seller = { name: 'Lorewright GmbH', address: ['Kaiserstraße 1', '10115 Berlin'] };

beforeEach(() => {
  vi.resetAllMocks();
  vi.mocked(callApi).mockResolvedValue({ orders: [paidOrder, freeOrder] });
  vi.mocked(loadWebSettings).mockResolvedValue({ seller } as never);
  rememberSession({ email: 'ana@example.test', groups: ['paid'], endsAtMs: Date.now() + 1_000_000 });
});

afterEach(() => {
  cleanup();
  localStorage.clear();
  vi.unstubAllGlobals();
});

const show = (url: string) =>
  act(async () => {
    render(
      <MemoryRouter initialEntries={[url]}>
        <ReceiptPanel />
      </MemoryRouter>,
    );
  });

const factOf = (term: string) => screen.getByText(term).nextElementSibling?.textContent;

it.each([
  [freeOrder, ['Lorewright Early Access', 'Free', 'Complete.']],
  [paidOrder, ['Lorewright Lifetime', '$49.00', 'Paid.']],
])('shows the product, the buyer, the date and the price', async (order, texts) => {
  await show(`/receipt?order=${order.orderId}`);
  const sheet = screen.getByRole('article', { name: 'Receipt' });
  const facts = ['Lorewright', 'ana@example.test', 'September 3, 2025', 'Version of June 13, 2025'];
  for (const text of [...texts, ...facts, order.orderId]) expect(sheet.textContent).toContain(text);
});

it('links to the terms of the order', async () => {
  await show(`/receipt?order=${paidOrder.orderId}`);
  expect(screen.getByRole('link', { name: 'June 13, 2025' }).getAttribute('href')).toBe('/terms/2025-06-13');
});

it('names the seller with the postal address', async () => {
  await show(`/receipt?order=${paidOrder.orderId}`);
  const sheet = screen.getByRole('article', { name: 'Receipt' });
  for (const text of [seller.name, ...seller.address]) expect(sheet.textContent).toContain(text);
});

it.each([
  ['DE123456789', 'VAT ID DE123456789'],
  [undefined, undefined],
])('shows the VAT identification number %s of the seller', async (vatId, shown) => {
  vi.mocked(loadWebSettings).mockResolvedValue({ seller: { ...seller, vatId } } as never);
  await show(`/receipt?order=${paidOrder.orderId}`);
  expect(screen.queryByText(/^VAT ID/)?.textContent).toBe(shown);
});

it('shows no tax for a free order', async () => {
  vi.mocked(callApi).mockResolvedValue({ orders: [{ ...freeOrder, taxInCents: 0 }] });
  await show(`/receipt?order=${freeOrder.orderId}`);
  expect(factOf('Total')).toBe('$0.00');
  expect(screen.queryByText('Tax')).toBeNull();
});

it('shows the price without tax, the tax and the total', async () => {
  const taxed = { ...paidOrder, amountInCents: 5831, taxInCents: 931 };
  vi.mocked(callApi).mockResolvedValue({ orders: [taxed] });
  await show(`/receipt?order=${paidOrder.orderId}`);
  expect(['Price without tax', 'Tax', 'Total'].map(factOf)).toEqual(['$49.00', '$9.31', '$58.31']);
});

it('shows the refunded amount and its date', async () => {
  const refund = {
    at: '2025-09-20T10:00:00.000Z',
    status: 'partlyRefunded' as const,
    amountRefundedInCents: 2000,
  };
  const refunded = { ...paidOrder, amountRefundedInCents: 2000, history: [...paidOrder.history, refund] };
  vi.mocked(callApi).mockResolvedValue({ orders: [refunded] });
  await show(`/receipt?order=${paidOrder.orderId}`);
  expect(factOf('Refunded')).toBe('$20.00 on September 20, 2025');
});

it('shows no refund of an order that was not refunded', async () => {
  await show(`/receipt?order=${paidOrder.orderId}`);
  expect(screen.queryByText('Refunded')).toBeNull();
});

it('shows that reverse charge applied', async () => {
  const business = { ...paidOrder, taxInCents: 0, isReverseCharge: true };
  vi.mocked(callApi).mockResolvedValue({ orders: [business] });
  await show(`/receipt?order=${paidOrder.orderId}`);
  expect(factOf('Tax')).toBe('$0.00, reverse charge: the buyer accounts for the tax');
});

it('shows the country of the buyer, and downloads the invoice', async () => {
  const invoiced = { ...paidOrder, country: 'DE', invoiceId: 'in_1' };
  vi.mocked(callApi).mockResolvedValue({ orders: [invoiced] });
  await show('/receipt?order=cs_paid');
  expect(factOf('Country')).toBe('Germany');
  vi.mocked(callApi).mockResolvedValue({ url: 'https://stripe.test/in_1.pdf' });
  await press('Invoice (PDF)');
  expect(callApi).toHaveBeenLastCalledWith('invoice', { orderId: 'cs_paid' });
  expect(leaveSite).toHaveBeenCalledExactlyOnceWith('https://stripe.test/in_1.pdf');
});

it('shows why the invoice could not be loaded', async () => {
  vi.mocked(callApi).mockResolvedValue({ orders: [{ ...paidOrder, invoiceId: 'in_1' }] });
  await show('/receipt?order=cs_paid');
  vi.mocked(callApi).mockRejectedValue(new ApiError('unavailable', 'The invoice is not ready yet.'));
  await press('Invoice (PDF)');
  expect(screen.getByRole('alert').textContent).toContain('The invoice is not ready yet.');
});

it('shows only the total of an order without a recorded tax', async () => {
  await show(`/receipt?order=${paidOrder.orderId}`);
  expect(screen.getByText('Total').nextElementSibling?.textContent).toBe('$49.00');
  expect(screen.queryByText('Tax')).toBeNull();
});

it('shows no receipt if the seller is unknown', async () => {
  vi.mocked(loadWebSettings).mockRejectedValue(new Error('Offline.'));
  await show(`/receipt?order=${paidOrder.orderId}`);
  expect(screen.queryByRole('article')).toBeNull();
  expect(screen.getByRole('alert').textContent).toMatch(/reload the page/);
});

it('can be printed', async () => {
  const print = vi.fn();
  vi.stubGlobal('print', print);
  await show('/receipt?order=cs_free');
  fireEvent.click(screen.getByRole('button', { name: 'Print' }));
  expect(print).toHaveBeenCalledOnce();
});

it.each([
  ['/receipt?order=cs_of_somebody_else', /Your account has no such order/],
  ['/receipt', /Each of your purchases has a link to its receipt/],
])('leads from %s to the purchases', async (url, text) => {
  await show(url);
  expect(screen.getByText(text)).toBeTruthy();
  expect(screen.getByRole('link', { name: 'Your purchases' }).getAttribute('href')).toBe(
    '/account?tab=purchases',
  );
});

it.each(['failed', 'paymentPending'] as const)(
  'shows no receipt for an order with the status %s',
  async (status) => {
    const { licensedAt: _, ...unlicensed } = paidOrder;
    vi.mocked(callApi).mockResolvedValue({ orders: [{ ...unlicensed, status }] });
    await show('/receipt?order=cs_paid');
    expect(screen.getByText(/This order has no receipt/)).toBeTruthy();
    expect(screen.getByRole('link', { name: 'Your purchases' })).toBeTruthy();
    expect(screen.queryByRole('article')).toBeNull();
    expect(screen.queryByRole('button', { name: 'Print' })).toBeNull();
  },
);

it('prompts signed-out visitors to log in, and sends no request', async () => {
  localStorage.clear();
  await show('/receipt?order=cs_free');
  expect(screen.getByRole('link', { name: 'Log In' })).toBeTruthy();
  expect(callApi).not.toHaveBeenCalled();
});
