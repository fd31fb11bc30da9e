// @vitest-environment jsdom
import { act, cleanup, fireEvent, render, screen } from '@testing-library/react';
import { useState } from 'react';
import { MemoryRouter } from 'react-router-dom';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { Order } from '../../../../contract/records/order.ts';
import { ApiError } from '../../lib/api-error.ts';
import { callApi } from '../../lib/call-api.ts';
import { downloadText } from '../../lib/download-text.ts';
import { press } from '../../lib/test-page.tsx';
import type { IdentityProof } from './identity-proof.ts';
import { LicenseTab } from './license-tab.tsx';

vi.mock('../../lib/call-api.ts');
vi.mock('../../lib/download-text.ts');

const claims = {
  email: 'ana@example.test',
  kind: 'purchase',
  iat: Date.parse('2025-09-03T10:00:00Z') / 1000,
};
const fileWith = (change: object = {}) =>
  `header.${Buffer.from(JSON.stringify({ ...claims, ...change })).toString('base64url')}.signature`;
const order: Order = {
  orderId: 'cs_1',
  priceId: 'price_1',
  termsVersion: '2025-06-13',
  amountInCents: 0,
  amountRefundedInCents: 0,
  currency: 'usd',
  status: 'free',
  createdAt: '2025-09-03T10:00:00.000Z',
  history: [],
};
const licensed = { ...order, licenseFile: fileWith() };

beforeEach(() => {
  vi.useFakeTimers();
  vi.resetAllMocks();
});

afterEach(() => {
  cleanup();
  vi.useRealTimers();
});

/** Asks for nothing. */
const Proof: IdentityProof = ({ submitLabel, closeLabel, onClose, onProven, children }) => {
  const [failure, setFailure] = useState('');
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        onProven(new FormData(event.currentTarget)).catch(({ message }: Error) => setFailure(message));
      }}
    >
      {children}
      <button type="submit">{submitLabel}</button>
      <button type="button" onClick={onClose}>
        {closeLabel}
      </button>
      <p>{failure}</p>
    </form>
  );
};

const answer = (...orders: Order[]) => vi.mocked(callApi).mockResolvedValue({ orders });

async function show(...orders: Order[]) {
  answer(...orders);
  await showAt('/account?tab=license');
}

async function showAt(path: string) {
  await act(async () => {
    render(
      <MemoryRouter initialEntries={[path]}>
        <LicenseTab ConfirmIdentity={Proof} />
      </MemoryRouter>,
    );
  });
}

const pass = (milliseconds: number) => act(() => vi.advanceTimersByTimeAsync(milliseconds));

describe('LicenseTab', () => {
  it('shows the holder and the date of the license', async () => {
    await show(licensed);
    expect(screen.getByText('ana@example.test').closest('p')?.textContent).toContain(
      'A lifetime license for ana@example.test, since September 3, 2025.',
    );
  });

  it('shows a name in any script, and that the license is a gift', async () => {
    await show({ ...order, source: 'code', licenseFile: fileWith({ name: '李小龍', kind: 'gift' }) });
    expect(screen.getByText('李小龍 (ana@example.test)').closest('p')?.textContent).toContain(
      ', a gift, since',
    );
    cleanup();
    await show({ ...licensed, source: 'gift', giftFrom: 'Aunt May' });
    expect(screen.getByText('a gift from Aunt May, since')).toBeTruthy();
  });

  it('offers to open the app, unless Windows cannot pass on an address of that length', async () => {
    const link = () => screen.queryByRole('link', { name: 'Put it into the app on this computer' });
    await show(licensed);
    expect(link()?.getAttribute('href')).toBe(`lorewright://license#${licensed.licenseFile}`);
    cleanup();
    await show({ ...order, licenseFile: fileWith({ name: 'अ'.repeat(600) }) });
    expect(link()).toBeNull();
  });

  describe('PassOn', () => {
    const until = '2025-09-12T10:00:00.000Z';
    const offered = { ...licensed, offeredTo: { email: 'ben@example.test', until } };
    const typeAddress = (value: string) =>
      fireEvent.change(screen.getByLabelText(/^Email address of the new holder/), { target: { value } });

    it('sends an offer after the proof, and shows it', async () => {
      await show(licensed);
      await press('Pass it on');
      expect(document.activeElement).toBe(screen.getByLabelText(/^Email address of the new holder/));
      typeAddress(' ben@example.test ');
      answer(offered);
      await press('Send the offer');
      expect(callApi).toHaveBeenCalledWith('offerLicense', {
        orderId: 'cs_1',
        email: 'ben@example.test',
        passOnId: expect.stringMatching(/^[\da-f-]{36}$/),
      });
      expect(screen.getByText('ben@example.test')).toBeTruthy();
      expect(screen.getByText('September 12, 2025')).toBeTruthy();
      expect(screen.getByRole('button', { name: 'Offer it to another person' })).toBeTruthy();
      expect(document.activeElement).not.toBe(document.body);
      expect(screen.queryByText('Your license file is ready.')).toBeNull();
    });

    it('moves the focus to the section that a link names', async () => {
      answer(licensed);
      await showAt('/account?tab=license#pass-on');
      expect(document.activeElement?.textContent).toBe('Pass it on');
    });

    it('sends nothing to what is no address, and shows the refusal of the server', async () => {
      await show(licensed);
      await press('Pass it on');
      typeAddress('ben');
      await press('Send the offer');
      expect(callApi).not.toHaveBeenCalledWith('offerLicense', expect.anything());
      typeAddress('ana@example.test');
      vi.mocked(callApi).mockRejectedValue(new ApiError('invalid-argument', 'This is your own address.'));
      await press('Send the offer');
      expect(screen.getByText('This is your own address.')).toBeTruthy();
      await press('Keep the license');
      expect(screen.getByRole('button', { name: 'Pass it on' })).toBeTruthy();
    });

    it('says before any input that a license that has just moved cannot move again', async () => {
      await show({ ...licensed, passedOnAt: new Date(Date.now() - 86_400_000).toISOString() });
      expect(screen.getByText(/^You got this license less than 30 days ago/)).toBeTruthy();
      expect(screen.queryByRole('button', { name: 'Pass it on' })).toBeNull();
      cleanup();
      await show({ ...licensed, passedOnAt: '2025-01-01T00:00:00.000Z' });
      expect(screen.getByRole('button', { name: 'Pass it on' })).toBeTruthy();
    });

    it('cancels the offer', async () => {
      await show(offered);
      answer(licensed);
      await press('Cancel the offer');
      expect(callApi).toHaveBeenCalledWith('cancelOffer', { orderId: 'cs_1' });
      expect(screen.queryByText('ben@example.test')).toBeNull();
      expect(screen.getByText('The offer is canceled.').getAttribute('role')).toBe('status');
      expect(screen.getByRole('button', { name: 'Pass it on' })).toBeTruthy();
    });

    it('shows no license to a buyer who has passed it on', async () => {
      await show({ ...order, status: 'paid', licensedAt: order.createdAt, isPassedOn: true });
      expect(screen.getByText(/^Your license belongs to another account now\./)).toBeTruthy();
    });
  });

  describe('ReissueLicense', () => {
    it('replaces the file after the proof, and says what to do with the new one', async () => {
      await show(licensed);
      await press('My file got out');
      expect(document.activeElement).not.toBe(document.body);
      expect(callApi).toHaveBeenCalledTimes(1);
      await press('Get a new file');
      expect(callApi).toHaveBeenCalledWith('reissueLicense', {
        orderId: 'cs_1',
        requestId: expect.stringMatching(/^[\da-f-]{36}$/),
      });
      expect(screen.getByText('We are signing your new license file…')).toBeTruthy();
      expect(screen.queryByRole('button', { name: 'Keep this file' })).toBeNull();
      expect(screen.queryByRole('button', { name: 'My file got out' })).toBeNull();

      answer({ ...order, licenseFile: fileWith({ iat: claims.iat + 86_400 }) });
      await pass(3_000);
      expect(screen.getByText('September 4, 2025')).toBeTruthy();
      expect(screen.getByText(/^Your new file is at the top of this page/)).toBeTruthy();
      expect(screen.getByRole('button', { name: 'My file got out' })).toBeTruthy();
      expect(document.activeElement).not.toBe(document.body);
    });

    it('repeats the same request after a failure, and another one when it is opened again', async () => {
      await show(licensed);
      await press('My file got out');
      vi.mocked(callApi).mockRejectedValue(new ApiError('unavailable', 'The server is asleep.'));
      await press('Get a new file');
      await press('Get a new file');
      expect(screen.getByText('The server is asleep.')).toBeTruthy();
      await press('Keep this file');
      await press('My file got out');
      await press('Get a new file');
      const sent = vi.mocked(callApi).mock.calls.filter(([name]) => name === 'reissueLicense');
      const ids = sent.map(([, data]) => (data as { requestId: string }).requestId);
      expect(ids[1]).toBe(ids[0]);
      expect(ids[2]).not.toBe(ids[0]);
    });

    it('says so when the new file takes longer', async () => {
      await show(licensed);
      await press('My file got out');
      await press('Get a new file');
      await pass(63_000);
      expect(screen.getByText(/The new one is not ready yet: we will email it to you/)).toBeTruthy();
    });
  });

  describe('HolderName', () => {
    const field = () => screen.getByLabelText<HTMLInputElement>(/^Name on the license/);
    const save = async (name: string) => {
      fireEvent.change(field(), { target: { value: name } });
      fireEvent.submit(field().form as HTMLFormElement);
      await pass(0);
    };

    it('saves the name, and replaces the old file', async () => {
      await show(licensed);
      await press('Put your name on it');
      await save(' Ana Lume ');
      expect(callApi).toHaveBeenCalledWith('updateMe', { displayName: 'Ana Lume' });
      expect(screen.getByText('ana@example.test')).toBeTruthy();

      answer({ ...order, licenseFile: fileWith({ name: 'Ana Lume' }) });
      await pass(3_000);
      expect(screen.getByText('Ana Lume (ana@example.test)')).toBeTruthy();
      expect(screen.getByText('Your license file is ready.')).toBeTruthy();
      expect(screen.getByRole('button', { name: 'Change the name' })).toBeTruthy();
      expect(document.activeElement).not.toBe(document.body);
    });

    it('removes the name, and sends nothing without a change', async () => {
      await show({ ...order, licenseFile: fileWith({ name: 'Ana' }) });
      await press('Change the name');
      await save(' Ana ');
      expect(callApi).not.toHaveBeenCalledWith('updateMe', expect.anything());
      await press('Change the name');
      await save('');
      expect(callApi).toHaveBeenCalledWith('updateMe', { displayName: null });
    });

    it('offers neither to cancel nor to type while it saves', async () => {
      await show(licensed);
      await press('Put your name on it');
      expect(screen.getByRole('button', { name: 'Cancel' })).toBeTruthy();
      await save('Ana');
      expect(screen.queryByRole('button', { name: 'Cancel' })).toBeNull();
      expect(field().readOnly).toBe(true);
      await pass(63_000);
      expect(screen.getByRole('button', { name: 'Cancel' })).toBeTruthy();
    });

    it('stops asking for the file when the tab is left', async () => {
      await show(licensed);
      await press('Put your name on it');
      await save('Ana');
      cleanup();
      const calls = vi.mocked(callApi).mock.calls.length;
      await pass(63_000);
      expect(callApi).toHaveBeenCalledTimes(calls);
    });

    it('reports that the name is saved although its file takes longer', async () => {
      await show(licensed);
      await press('Put your name on it');
      await save('Ana');
      await pass(63_000);
      expect(screen.getByRole('alert').textContent).toMatch(/^The name is saved/);
    });
  });

  it('saves the file, and copies its text', async () => {
    const writeText = vi.fn(async () => {});
    vi.stubGlobal('navigator', { userAgent: '', clipboard: { writeText } });
    await show(licensed);
    await press('Download license file');
    expect(downloadText).toHaveBeenCalledExactlyOnceWith(
      'lorewright.license',
      'application/jose',
      licensed.licenseFile,
    );
    await press('Copy the license as text');
    expect(writeText).toHaveBeenCalledExactlyOnceWith(licensed.licenseFile);
    vi.unstubAllGlobals();
  });

  it('emails the file, and reports a refusal', async () => {
    await show(licensed);
    vi.mocked(callApi).mockResolvedValueOnce({});
    await press('Email it to me');
    expect(callApi).toHaveBeenLastCalledWith('mailLicense', { orderId: 'cs_1' });
    expect(screen.getByText('We are sending it to your account’s email address.')).toBeTruthy();
    vi.mocked(callApi).mockRejectedValueOnce(
      new ApiError('resource-exhausted', 'Too many. Try again in a minute.'),
    );
    await press('Email it to me');
    expect(screen.getByText('Too many. Try again in a minute.')).toBeTruthy();
    expect(screen.queryByText('We are sending it to your account’s email address.')).toBeNull();
  });

  it('prefers the order that has a file', async () => {
    await show({ ...order, orderId: 'cs_2', status: 'refunded' }, licensed);
    expect(screen.getByRole('button', { name: 'Download license file' })).toBeTruthy();
  });

  it('waits for a file that is being signed, even while checks fail, and announces it', async () => {
    await show(order);
    expect(screen.getByText(/We are signing your license file/)).toBeTruthy();
    vi.mocked(callApi).mockRejectedValueOnce(new ApiError('unavailable', 'The server is asleep.'));
    await pass(3_000);
    answer(licensed);
    await pass(3_000);
    expect(screen.getByRole('button', { name: 'Download license file' })).toBeTruthy();
    expect(screen.getByText('Your license file is ready.').getAttribute('role')).toBe('status');
    const calls = vi.mocked(callApi).mock.calls.length;
    await pass(30_000);
    expect(callApi).toHaveBeenCalledTimes(calls);
  });

  it('stops after a minute, and checks again on request without losing the focus', async () => {
    await show(order);
    await pass(70_000);
    expect(screen.getByText(/not ready yet/)).toBeTruthy();
    answer(licensed);
    const again = screen.getByRole('button', { name: 'Check again' });
    again.focus();
    await act(async () => {
      fireEvent.click(again);
    });
    expect(document.activeElement).not.toBe(document.body);
    await pass(1_000);
    expect(screen.getByRole('button', { name: 'Download license file' })).toBeTruthy();
  });

  it('reports that the session has ended', async () => {
    await show(order);
    vi.mocked(callApi).mockRejectedValue(new ApiError('unauthenticated', 'Please sign in again.'));
    await pass(3_000);
    expect(screen.getByText('Please sign in again.')).toBeTruthy();
  });

  it.each<Partial<Order>>([{ status: 'refunded' }, { status: 'disputeLost' }])(
    'says that the license has ended: %o',
    async (change) => {
      await show({ ...order, licensedAt: order.createdAt, ...change });
      expect(screen.getByText(/Your license has ended/)).toBeTruthy();
      expect(screen.getByRole('link', { name: 'Your purchases' }).getAttribute('href')).toBe(
        '/account?tab=purchases',
      );
    },
  );

  it('says that a payment is being processed, and offers nothing to buy', async () => {
    await show({ ...order, status: 'paymentPending' });
    expect(
      screen.getByText(/Your bank is processing the payment.*Then your license file appears here/),
    ).toBeTruthy();
    expect(screen.queryByRole('link', { name: 'See the offer' })).toBeNull();
  });

  it.each<[string, Order[]]>([
    ['no orders', []],
    [
      'a pending payment that was withdrawn',
      [{ ...order, status: 'paymentPending', withdrawnAt: order.createdAt }],
    ],
    ['a payment that failed', [{ ...order, status: 'failed' }]],
    ['a second payment', [{ ...order, status: 'paid', refundReason: 'duplicate' }]],
    ['a status that only a newer server knows', [{ ...order, status: 'onTheMoon' as never }]],
  ])('links to the offer for %s', async (_, orders) => {
    await show(...orders);
    expect(screen.getByRole('link', { name: 'See the offer' }).getAttribute('href')).toBe('/pricing');
  });
});
