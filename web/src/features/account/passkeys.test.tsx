// @vitest-environment jsdom
import { act, cleanup, render, screen } from '@testing-library/react';
import { MemoryRouter } from 'react-router-dom';
import { afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { callApi } from '../../lib/call-api.ts';
import { logQuietly } from '../../lib/log-quietly.ts';
import { rememberSession } from '../../lib/session.ts';
import { press } from '../../lib/test-page.tsx';
import { PasskeyOffer } from './passkey-offer.tsx';
import { Passkeys } from './passkeys.tsx';
import { prove } from './test-security.ts';
import { usePasskeyList } from './use-passkey-list.ts';

const identity = vi.hoisted(() => ({
  addPasskey: vi.fn(),
  listPasskeys: vi.fn(),
  reauthenticate: vi.fn(),
  removePasskey: vi.fn(),
}));
vi.mock('../../lib/identity-provider.ts', () => identity);
vi.mock('../../lib/call-api.ts');
vi.mock('../../lib/log-quietly.ts');
vi.mock('../../lib/use-passkeys.ts', () => ({ usePasskeys: () => true }));

const passkey = { id: 'p1', name: 'iCloud Keychain', addedAt: new Date('2026-03-01T10:00:00Z') };
const offline = Object.assign(new Error('A network error has occurred.'), { name: 'NetworkError' });

beforeAll(() => import('../../lib/identity-provider.ts'));

beforeEach(() => {
  vi.resetAllMocks();
  rememberSession({ email: 'ana@example.test', groups: [], endsAtMs: Date.now() + 3_600_000 });
  vi.mocked(callApi).mockResolvedValue({} as never);
  identity.listPasskeys.mockResolvedValue([]);
  identity.reauthenticate.mockResolvedValue('done');
});

afterEach(() => {
  cleanup();
  localStorage.clear();
});

function List() {
  return <Passkeys list={usePasskeyList({ names: [], take: () => {} })} canAdd />;
}

describe('the list of passkeys', () => {
  const show = () => act(async () => void render(<List />));

  it('shows why it could not be loaded, and retries', async () => {
    identity.listPasskeys.mockRejectedValueOnce(offline).mockResolvedValue([passkey]);
    await show();
    expect(screen.getByRole('alert').textContent).toBe(
      'You are offline. Check your connection and try again.',
    );
    expect(screen.queryByText('You have no passkeys yet.')).toBeNull();

    await press('Try again');
    expect(screen.getByText('iCloud Keychain, added March 1, 2026')).toBeTruthy();
    expect(screen.queryByRole('alert')).toBeNull();
  });

  it('confirms an added passkey although the list could not be loaded again', async () => {
    await show();
    await press('Add a Passkey');
    identity.listPasskeys.mockRejectedValue(offline);
    await prove('Continue');
    expect(screen.getByText('Your passkey is ready.')).toBeTruthy();
    expect(screen.getByRole('button', { name: 'Try again' })).toBeTruthy();
  });

  it('requests a review of the security after a passkey is added', async () => {
    await show();
    await press('Add a Passkey');
    identity.addPasskey.mockRejectedValueOnce(offline);
    await prove('Continue');
    expect(callApi).not.toHaveBeenCalled();
    await prove('Continue');
    expect(callApi).toHaveBeenCalledExactlyOnceWith('reviewSecurity');
  });

  it('requests a review of the security after a passkey is removed', async () => {
    identity.listPasskeys.mockResolvedValueOnce([passkey]);
    await show();
    await press(/^Remove iCloud Keychain/);
    await prove('Remove');
    expect(identity.removePasskey).toHaveBeenCalledWith('p1');
    expect(callApi).toHaveBeenCalledExactlyOnceWith('reviewSecurity');
  });
});

describe('the offer of a passkey', () => {
  async function show() {
    const shown = render(
      <MemoryRouter>
        <PasskeyOffer />
      </MemoryRouter>,
    );
    await act(async () => {});
    return shown;
  }
  const offer = () => screen.queryByRole('complementary', { name: 'Passkeys' });

  it('is closed by Not Now without losing the focus, and does not return', async () => {
    const { unmount } = await show();
    screen.getByRole('button', { name: 'Not Now' }).focus();
    await press('Not Now');
    expect(offer()).toBeNull();
    expect(document.activeElement?.getAttribute('aria-label')).toBe('Passkey offer');

    unmount();
    await show();
    expect(offer()).toBeNull();
    expect(identity.listPasskeys).toHaveBeenCalledOnce();
  });

  it('is not made to people who have a passkey', async () => {
    identity.listPasskeys.mockResolvedValue([passkey]);
    await show();
    expect(offer()).toBeNull();
  });

  it('is made later if the passkeys could not be loaded', async () => {
    identity.listPasskeys.mockRejectedValueOnce(offline);
    const { unmount } = await show();
    expect(offer()).toBeNull();
    expect(logQuietly).toHaveBeenCalledOnce();

    unmount();
    await show();
    expect(offer()).toBeTruthy();
  });
});
