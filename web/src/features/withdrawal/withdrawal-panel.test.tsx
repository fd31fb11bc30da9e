// @vitest-environment jsdom
import { act, cleanup, fireEvent, render, screen } from '@testing-library/react';
import { MemoryRouter } from 'react-router-dom';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { ApiError } from '../../lib/api-error.ts';
import { callApi } from '../../lib/call-api.ts';
import { rememberSession } from '../../lib/session.ts';
import WithdrawalPanel from './withdrawal-panel.tsx';

vi.mock('../../lib/call-api.ts');

beforeEach(() => {
  vi.resetAllMocks();
  localStorage.clear();
  vi.mocked(callApi).mockResolvedValue({ statedAt: '2025-09-10T08:15:00.000Z' });
});
afterEach(cleanup);

const open = (address = '/withdraw') =>
  render(
    <MemoryRouter initialEntries={[address]}>
      <WithdrawalPanel />
    </MemoryRouter>,
  );
const field = (label: string) => screen.getByLabelText<HTMLInputElement>(label);
const fill = (label: string, value: string) => fireEvent.change(field(label), { target: { value } });
async function press(name: string) {
  const button = screen.getByRole<HTMLButtonElement>('button', { name });
  if (button.type === 'submit' && button.form) fireEvent.submit(button.form);
  else fireEvent.click(button);
  await act(async () => {});
}
const sent = () => vi.mocked(callApi).mock.calls.map(([, data]) => data);

describe('WithdrawalPanel', () => {
  it('shows the statement, and sends it only when the buyer confirms it', async () => {
    open();
    fill('Name', ' Ana Ferreira ');
    fill('Order number (optional)', 'cs_1');
    fill('Email address of the order', 'ana@example.test');
    await press('Continue');
    expect(callApi).not.toHaveBeenCalled();
    for (const text of ['I withdraw from the contract for this order.', 'Ana Ferreira', 'cs_1'])
      expect(screen.getByText(text)).toBeTruthy();

    await press('Confirm withdrawal');
    expect(sent()).toEqual([
      {
        withdrawalId: expect.stringMatching(/^[\da-f-]{36}$/),
        name: 'Ana Ferreira',
        orderId: 'cs_1',
        email: 'ana@example.test',
      },
    ]);
    expect(screen.getByRole('status').textContent).toMatch(/^We received your withdrawal on September/);
  });

  it('lets the buyer change the statement', async () => {
    open();
    fill('Name', 'Ana');
    fill('Order number (optional)', 'cs_1');
    fill('Email address of the order', 'ana@example.test');
    await press('Continue');
    expect(document.activeElement).toBe(screen.getByRole('heading', { name: 'Check and confirm' }));
    await press('Change');
    expect(field('Order number (optional)').value).toBe('cs_1');
    fill('Order number (optional)', '');
    await press('Continue');
    await press('Confirm withdrawal');
    expect(sent()).toEqual([{ withdrawalId: expect.any(String), name: 'Ana', email: 'ana@example.test' }]);
  });

  it('fills in the order of the address, and the email address of a signed-in buyer', async () => {
    vi.mocked(callApi).mockResolvedValue({ orders: [] });
    rememberSession({ email: 'ana@example.test', groups: [], endsAtMs: Date.now() + 60_000 });
    open('/withdraw?order=cs_7');
    await act(async () => {});
    expect(field('Order number (optional)').value).toBe('cs_7');
    expect(field('Email address of the order').value).toBe('ana@example.test');
  });

  it('lets a signed-in buyer choose one of their orders', async () => {
    const now = new Date().toISOString();
    const order = {
      orderId: 'cs_5',
      priceId: 'price_local_lifetime',
      amountInCents: 4900,
      amountRefundedInCents: 0,
      currency: 'usd',
      status: 'paid',
      createdAt: now,
      history: [],
    };
    const old = { ...order, orderId: 'cs_4', createdAt: '2025-01-01T10:00:00.000Z' };
    vi.mocked(callApi).mockImplementation((async (name: string) =>
      name === 'myOrders' ? { orders: [order, old] } : { statedAt: now }) as never);
    rememberSession({ email: 'ana@example.test', groups: [], endsAtMs: Date.now() + 60_000 });
    open();
    await act(async () => {});
    expect(screen.getAllByRole('button', { name: /^Fill in the form for / })).toHaveLength(1);
    fireEvent.click(screen.getByRole('button', { name: /^Fill in the form for Lifetime, \$49\.00/ }));
    fill('Name', 'Ana');
    await press('Continue');
    await press('Confirm withdrawal');
    expect(sent().at(-1)).toMatchObject({ orderId: 'cs_5', email: 'ana@example.test' });
  });

  it.each([
    ['', 'cs_1', 'ana@example.test', 'Enter your name.'],
    ['Ana', 'cs_1', '', /^Enter a valid email address/],
    ['Ana', 'cs_1', 'ana@example', /^Enter a valid email address/],
    ['Ana', '12345', 'ana@example.test', /^Check the order number/],
  ])(
    'asks for what is wrong: name “%s”, order “%s”, address “%s”',
    async (name, orderId, email, sentence) => {
      open();
      fill('Name', name);
      fill('Order number (optional)', orderId);
      fill('Email address of the order', email);
      await press('Continue');
      expect(screen.getByRole('alert').textContent).toMatch(sentence);
    },
  );

  it('confirms the statement of a link from an email with one button', async () => {
    open('/withdraw#token=a.b');
    expect(callApi).not.toHaveBeenCalled();
    await press('Confirm withdrawal');
    expect(sent()).toEqual([{ withdrawalId: expect.any(String), token: 'a.b' }]);
    expect(screen.getByRole('status').textContent).toContain('We received your withdrawal');
    expect(screen.getByRole('status').textContent).not.toContain('completes your withdrawal');
  });

  it('does not promise another email to a buyer who uses the link again', async () => {
    open('/withdraw#token=a.b');
    await press('Confirm withdrawal');
    const { textContent } = screen.getByRole('status');
    expect(textContent).toContain('We confirm it by email once. If you used this link before,');
    expect(textContent).not.toContain('by email now');
  });

  it('shows the order and the time of the statement in the link', () => {
    const payload = btoa(JSON.stringify({ orderId: 'cs_9', statedAt: '2025-09-10T08:15:00.000Z' }));
    open(`/withdraw#token=${payload}.signature`);
    expect(screen.getByText('cs_9')).toBeTruthy();
    expect(screen.getByText(/You stated this on September 10, 2025/)).toBeTruthy();
  });

  it('shows the name in the statement of the link', () => {
    const stated = { orderId: 'cs_9', statedAt: '2025-09-10T08:15:00.000Z', name: 'Zoë Ferreira' };
    const payload = Buffer.from(JSON.stringify(stated)).toString('base64url');
    open(`/withdraw#token=${payload}.signature`);
    expect(
      screen.getByText(/You stated this as \u2068Zoë Ferreira\u2069 on September 10, 2025/),
    ).toBeTruthy();
  });

  it('explains a failure, and sends the same withdrawal again', async () => {
    vi.mocked(callApi).mockRejectedValueOnce(new ApiError('unavailable', 'The server could not be reached.'));
    open('/withdraw#token=a.b');
    await press('Confirm withdrawal');
    expect(screen.getByRole('alert').textContent).toBe('The server could not be reached.');
    await press('Confirm withdrawal');
    const [first, second] = sent();
    expect(second).toEqual(first);
  });

  it('shows which field is wrong', async () => {
    vi.mocked(callApi).mockRejectedValue(
      new ApiError('invalid-argument', 'The request is not valid.', { details: [{ field: 'email' }] }),
    );
    open();
    fill('Name', 'Ana');
    fill('Email address of the order', 'ana@example.test');
    await press('Continue');
    await press('Confirm withdrawal');
    expect(screen.getByRole('alert').textContent).toBe(
      'Enter a valid email address, such as name@example.com.',
    );
  });
});
