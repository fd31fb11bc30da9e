// @vitest-environment jsdom
import { act, cleanup, fireEvent, render, screen } from '@testing-library/react';
import { MemoryRouter, Route, Routes } from 'react-router-dom';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { User } from '../../../../contract/user.ts';
import { ApiError } from '../../lib/api-error.ts';
import { callApi } from '../../lib/call-api.ts';
import { rememberSession } from '../../lib/session.ts';
import AccountPanel from './account-panel.tsx';
import { newUser } from './test-user.ts';

const identity = vi.hoisted(() => ({ signOut: vi.fn() }));
vi.mock('../../lib/identity-provider.ts', () => identity);
vi.mock('../../lib/call-api.ts');

const user: User = {
  ...newUser,
  subscription: { status: 'active', plan: 'lifetime', lastPaymentDate: '2025-09-03T10:00:00Z' },
};

async function show(url = '/account') {
  render(
    <MemoryRouter initialEntries={[url]}>
      <Routes>
        <Route path="/account" element={<AccountPanel />} />
        <Route path="/" element={<h1>Home</h1>} />
      </Routes>
    </MemoryRouter>,
  );
  await act(async () => {});
}

beforeEach(() => {
  vi.resetAllMocks();
  rememberSession({ email: user.email, groups: ['paid'], endsAtMs: Date.now() + 60_000 });
  vi.mocked(callApi).mockResolvedValue(user);
});

afterEach(() => {
  cleanup();
  localStorage.clear();
});

describe('AccountPanel', () => {
  it('asks those who are signed out to log in', async () => {
    localStorage.clear();
    await show();

    expect(screen.getByRole('link', { name: 'Log In' }).getAttribute('href')).toBe('/auth');
    expect(callApi).not.toHaveBeenCalled();
  });

  it('shows the e-mail and the license with its date in words', async () => {
    await show();

    expect(screen.getByText('ana@example.test')).toBeTruthy();
    expect(screen.getByText('Lifetime license since September 3, 2025')).toBeTruthy();
  });

  it('leads those without a license to it', async () => {
    const subscription = { status: 'none', plan: 'free', lastPaymentDate: null } as const;
    vi.mocked(callApi).mockResolvedValue({ ...user, subscription });
    await show();

    expect(screen.getByRole('link', { name: /free lifetime license/ }).getAttribute('href')).toBe('/pricing');
  });

  it('keeps the user id hidden until it is asked for', async () => {
    await show();
    expect(screen.queryByText('user-4711')).toBeNull();

    fireEvent.click(screen.getByRole('button', { name: 'Show user ID' }));
    expect(screen.getByText('user-4711')).toBeTruthy();

    fireEvent.click(screen.getByRole('button', { name: 'Hide user ID' }));
    expect(screen.queryByText('user-4711')).toBeNull();
  });

  it('says what went wrong and tries again', async () => {
    vi.mocked(callApi).mockRejectedValueOnce(new ApiError('unavailable', 'The server is asleep.'));
    await show();
    expect(screen.getByRole('alert').textContent).toBe('The server is asleep.');

    fireEvent.click(screen.getByRole('button', { name: 'Try again' }));
    expect(await screen.findByText('ana@example.test')).toBeTruthy();
  });

  it('opens the tab of the address, and signs out to the home page', async () => {
    await show('/account?tab=settings');
    fireEvent.click(screen.getByRole('button', { name: 'Sign Out' }));

    expect(await screen.findByRole('heading', { name: 'Home' })).toBeTruthy();
    expect(identity.signOut).toHaveBeenCalledOnce();
  });
});
