// @vitest-environment jsdom
import { act, cleanup, render, screen } from '@testing-library/react';
import { MemoryRouter } from 'react-router-dom';
import { afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { rememberSession } from '../../lib/session.ts';
import { fill, press, submit } from '../../lib/test-page.tsx';
import { ConfirmIdentity } from './confirm-identity.tsx';

const identity = vi.hoisted(() => ({
  answerSecondFactor: vi.fn(),
  listPasskeys: vi.fn(),
  reauthenticate: vi.fn(),
  reauthenticateWithPasskey: vi.fn(),
}));
vi.mock('../../lib/identity-provider.ts', () => identity);
const usePasskeys = vi.hoisted(() => vi.fn());
vi.mock('../../lib/use-passkeys.ts', () => ({ usePasskeys }));
vi.mock('../../lib/log-quietly.ts');

const onProven = vi.fn<(fields: FormData) => Promise<void>>();

/** Opens the step that requires the code of the app. */
async function showCodeStep() {
  render(
    <MemoryRouter>
      <ConfirmIdentity submitLabel="Update" closeLabel="Close" onClose={() => {}} onProven={onProven}>
        <label>
          New email
          <input name="email" required />
        </label>
      </ConfirmIdentity>
    </MemoryRouter>,
  );
  fill('New email', 'bea@example.test');
  await submit('Current password', 'Correct-horse-7', 'Update');
}

const codeField = () => screen.queryByLabelText('Code from your authenticator app');
const passkeyButton = () => screen.queryByRole('button', { name: 'Use a passkey instead' });

beforeAll(() => import('../../lib/identity-provider.ts'));

beforeEach(() => {
  vi.resetAllMocks();
  rememberSession({ email: 'ana@example.test', groups: [], endsAtMs: Date.now() + 3_600_000 });
  identity.reauthenticate.mockResolvedValue('code-needed');
  usePasskeys.mockReturnValue(true);
  identity.listPasskeys.mockResolvedValue([{ id: 'p1' }]);
});

afterEach(() => {
  cleanup();
  localStorage.clear();
});

describe('the step that asks for a code', () => {
  it('links to the recovery', async () => {
    await showCodeStep();
    const link = screen.getByRole('link', { name: 'Lost your app?' });
    expect(link.getAttribute('href')).toBe('/auth?step=recover');
  });

  it('accepts a passkey, and passes the fields on', async () => {
    await showCodeStep();
    await press('Use a passkey instead');
    expect(onProven).toHaveBeenCalledOnce();
    expect(onProven.mock.lastCall?.[0].get('email')).toBe('bea@example.test');
    expect(screen.queryByRole('alert')).toBeNull();
  });

  it('requires the password again after a passkey failed', async () => {
    identity.reauthenticateWithPasskey.mockRejectedValue(
      new Error('You have no passkey yet. Enter your password.'),
    );
    await showCodeStep();
    await press('Use a passkey instead');
    expect(codeField()).toBeNull();
    expect(screen.getByRole('alert').textContent).toBe('You have no passkey yet. Enter your password.');
    expect(screen.getByLabelText<HTMLInputElement>('New email').value).toBe('bea@example.test');
    expect(document.activeElement?.getAttribute('aria-label')).toBe('Confirm that it is you');
    expect(onProven).not.toHaveBeenCalled();

    await press('Update');
    expect(codeField()).toBeTruthy();
    expect(screen.queryByRole('alert')).toBeNull();
  });

  it('accepts a code while the browser still prompts for a passkey', async () => {
    let cancel: (reason: Error) => void = () => {};
    identity.reauthenticateWithPasskey.mockReturnValue(
      new Promise((_, reject) => {
        cancel = reject;
      }),
    );
    await showCodeStep();
    await press('Use a passkey instead');
    await submit('Code from your authenticator app', '123456', 'Confirm');
    expect(onProven).toHaveBeenCalledOnce();
    await act(async () => cancel(new Error('No passkey was used.')));
    expect(screen.queryByRole('alert')).toBeNull();
  });

  it('offers no passkey on a stage without passkeys', async () => {
    usePasskeys.mockReturnValue(false);
    await showCodeStep();
    expect(codeField()).toBeTruthy();
    expect(passkeyButton()).toBeNull();
    expect(identity.listPasskeys).not.toHaveBeenCalled();
  });

  it.each([
    ['has none', () => identity.listPasskeys.mockResolvedValue([])],
    ['has unknown ones', () => identity.listPasskeys.mockRejectedValue(new Error('Offline.'))],
  ])('offers no passkey to a person who %s', async (_, answer) => {
    answer();
    await showCodeStep();
    expect(codeField()).toBeTruthy();
    expect(passkeyButton()).toBeNull();
  });
});
