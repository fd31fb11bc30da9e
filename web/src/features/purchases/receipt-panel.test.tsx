// @vitest-environment jsdom
import { act, cleanup, fireEvent, render, screen } from '@testing-library/react';
import { MemoryRouter } from 'react-router-dom';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { callApi } from '../../lib/call-api.ts';
import { rememberSession } from '../../lib/session.ts';
import ReceiptPanel from './receipt-panel.tsx';
import { freeOrder, paidOrder } from './test-order.ts';

vi.mock('../../lib/call-api.ts');

beforeEach(() => {
  vi.resetAllMocks();
  vi.mocked(callApi).mockResolvedValue({ orders: [paidOrder, freeOrder] });
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

it.each([
  [freeOrder, ['Lorewright Early Access', 'Free', 'Complete.']],
  [paidOrder, ['Lorewright Lifetime', '$49.00', 'Paid.']],
])('says what was bought, by whom, when and for how much', async (order, texts) => {
  await show(`/receipt?order=${order.orderId}`);
  const sheet = screen.getByRole('article', { name: 'Receipt' });
  const facts = ['Lorewright', 'ana@example.test', 'September 3, 2025', 'Those of June 13, 2025'];
  for (const text of [...texts, ...facts, order.orderId]) expect(sheet.textContent).toContain(text);
});

it('can be printed', async () => {
  const print = vi.fn();
  vi.stubGlobal('print', print);
  await show('/receipt?order=cs_free');
  fireEvent.click(screen.getByRole('button', { name: 'Print' }));
  expect(print).toHaveBeenCalledOnce();
});

it.each(['/receipt?order=cs_of_somebody_else', '/receipt'])(
  '%s leads to the purchases that there are',
  async (url) => {
    await show(url);
    expect(screen.getByText(/There is no such order in your account/)).toBeTruthy();
    expect(screen.getByRole('link', { name: 'Your purchases' }).getAttribute('href')).toBe(
      '/account?tab=purchases',
    );
  },
);

it.each(['failed', 'paymentPending'] as const)(
  'of an order that is %s there is no receipt',
  async (status) => {
    const { licensedAt: _, ...unlicensed } = paidOrder;
    vi.mocked(callApi).mockResolvedValue({ orders: [{ ...unlicensed, status }] });
    await show('/receipt?order=cs_paid');
    expect(screen.getByText(/There is no receipt of this order/)).toBeTruthy();
    expect(screen.getByRole('link', { name: 'Your purchases' })).toBeTruthy();
    expect(screen.queryByRole('article')).toBeNull();
    expect(screen.queryByRole('button', { name: 'Print' })).toBeNull();
  },
);

it('asks who is signed out to log in, and the server for nothing', async () => {
  localStorage.clear();
  await show('/receipt?order=cs_free');
  expect(screen.getByRole('link', { name: 'Log In' })).toBeTruthy();
  expect(callApi).not.toHaveBeenCalled();
});
