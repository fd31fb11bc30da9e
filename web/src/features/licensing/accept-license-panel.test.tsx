// @vitest-environment jsdom
import { act, cleanup, fireEvent, render, screen } from '@testing-library/react';
import { BrowserRouter } from 'react-router-dom';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { ApiError } from '../../lib/api-error.ts';
import { forgetArrivingCode, keepArrivingCode } from '../../lib/arriving-code.ts';
import { callApi } from '../../lib/call-api.ts';
import { refreshGroups } from '../../lib/refresh-groups.ts';
import { forgetSession, rememberSession } from '../../lib/session.ts';
import AcceptLicensePanel from './accept-license-panel.tsx';

vi.mock('../../lib/call-api.ts');
vi.mock('../../lib/refresh-groups.ts');

const signIn = () =>
  rememberSession({ email: 'ben@example.test', groups: [], endsAtMs: Date.now() + 1_000_000 });

beforeEach(() => {
  vi.resetAllMocks();
  vi.mocked(refreshGroups).mockResolvedValue(true);
  forgetArrivingCode();
  signIn();
});
afterEach(() => {
  cleanup();
  forgetSession();
});

async function open(address: string) {
  window.history.replaceState(null, '', address);
  await act(async () => {
    render(
      <BrowserRouter>
        <AcceptLicensePanel />
      </BrowserRouter>,
    );
  });
}
const press = () =>
  act(async () => void fireEvent.click(screen.getByRole('button', { name: 'Accept the license' })));

describe('AcceptLicensePanel', () => {
  it('does nothing when the link is opened, and removes the token from the address', async () => {
    await open('/accept-license#token=a.b');
    expect(callApi).not.toHaveBeenCalled();
    expect(window.location.href).not.toContain('a.b');
    expect(screen.getByText('ben@example.test')).toBeTruthy();
  });

  it('accepts with the button, and leads to the license', async () => {
    await open('/accept-license#token=a.b');
    await press();
    expect(callApi).toHaveBeenCalledExactlyOnceWith('acceptLicense', { token: 'a.b' });
    expect(screen.getByText(/^The license is yours now/)).toBeTruthy();
    expect(screen.getByRole('link', { name: 'See your license' })).toBeTruthy();
    expect(document.activeElement).not.toBe(document.body);
  });

  it('stops waiting for the tokens when the visitor leaves the page', async () => {
    vi.useFakeTimers();
    vi.mocked(refreshGroups).mockResolvedValue(false);
    await open('/accept-license#token=a.b');
    await press();
    cleanup();
    await act(() => vi.advanceTimersByTimeAsync(60_000));
    vi.useRealTimers();
    expect(refreshGroups).toHaveBeenCalledTimes(1);
  });

  it('shows why the offer cannot be accepted, and keeps the button', async () => {
    vi.mocked(callApi).mockRejectedValue(new ApiError('aborted', 'This account already has a license.'));
    await open('/accept-license#token=a.b');
    await press();
    expect(screen.getByRole('alert').textContent).toContain('already has a license');
    expect(screen.getByRole('button', { name: 'Accept the license' })).toBeTruthy();
  });

  it('keeps the offer while the person signs in', async () => {
    forgetSession();
    await open('/accept-license#token=a.b');
    expect(screen.getByRole('link', { name: 'Log In' }).getAttribute('href')).toContain('accept-license');
    signIn();
    cleanup();
    await open('/accept-license');
    await press();
    expect(callApi).toHaveBeenCalledExactlyOnceWith('acceptLicense', { token: 'a.b' });
  });

  const tokenFor = (to: string, from = 'ana@example.test') =>
    `${Buffer.from(JSON.stringify({ orderId: 'cs_1', passOnId: '1', from, to })).toString('base64url')}.b`;

  it('says who offers the license to whom', async () => {
    await open(`/accept-license#token=${tokenFor('Ben+tag@example.test')}`);
    const offer = screen.getByText('ana@example.test').closest('p');
    expect(offer?.textContent).toBe('ana@example.test offers this license to Ben+tag@example.test.');
    expect(screen.getByRole('button', { name: 'Accept the license' })).toBeTruthy();
  });

  it('asks a person with another account to change it, without a button', async () => {
    await open(`/accept-license#token=${tokenFor('carla@example.test')}`);
    expect(screen.getByRole('alert').textContent).toContain('You are logged in as ben@example.test');
    expect(screen.getByRole('link', { name: 'Use another account' })).toBeTruthy();
    expect(screen.queryByRole('button')).toBeNull();
  });

  it('shows nothing of a forged link that is not an address', async () => {
    await open(`/accept-license#token=${tokenFor('ben@example.test', 'Call your bank: 555')}`);
    expect(screen.queryByText(/bank/)).toBeNull();
  });

  it.each(['', 'ABCD-EFGH-JKLM-2345'])(
    'says what to open without a link, also after the code %j',
    async (code) => {
      keepArrivingCode(code);
      await open('/accept-license');
      expect(screen.getByText(/^Open this page with the link in the email/)).toBeTruthy();
      expect(screen.queryByRole('button')).toBeNull();
    },
  );
});
