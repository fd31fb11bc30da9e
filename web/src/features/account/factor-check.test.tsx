// @vitest-environment jsdom
import { act, cleanup, render, screen } from '@testing-library/react';
import { MemoryRouter } from 'react-router-dom';
import { afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { callApi } from '../../lib/call-api.ts';
import { isFactorCheckDue, requestFactorCheck } from '../../lib/factor-check.ts';
import { rememberSession } from '../../lib/session.ts';
import { press } from '../../lib/test-page.tsx';
import { newUser } from '../../lib/test-user.ts';
import { SecurityTab } from './security-tab.tsx';
import { prove } from './test-security.ts';

const identity = vi.hoisted(() => ({
  addPasskey: vi.fn(),
  beginSecondFactor: vi.fn(),
  endSecondFactor: vi.fn(),
  hasSecondFactor: vi.fn(),
  listPasskeys: vi.fn(),
  reauthenticate: vi.fn(),
  removePasskey: vi.fn(),
}));
vi.mock('../../lib/identity-provider.ts', () => identity);
vi.mock('../../lib/call-api.ts');
// The owner's browser may not support passkeys.
vi.mock('../../lib/use-passkeys.ts', () => ({ usePasskeys: () => false }));

const passkey = { id: 'p1', name: 'Phone of a stranger', addedAt: new Date('2026-03-01T10:00:00Z') };

async function show() {
  const record = { value: newUser, failure: null, askAgain: vi.fn(), take: vi.fn() };
  render(
    <MemoryRouter initialEntries={[{ pathname: '/account', state: { wantedPage: '/download' } }]}>
      <SecurityTab record={record} />
    </MemoryRouter>,
  );
  await act(async () => {});
}

const question = () => screen.queryByRole('region', { name: 'Are these yours?' });

beforeAll(() => import('../../lib/identity-provider.ts'));

beforeEach(() => {
  vi.resetAllMocks();
  rememberSession({ email: newUser.email, groups: [], endsAtMs: Date.now() + 3_600_000 });
  requestFactorCheck(newUser.email.toUpperCase());
  vi.mocked(callApi).mockResolvedValue({} as never);
  identity.hasSecondFactor.mockResolvedValue(false);
  identity.listPasskeys.mockResolvedValue([passkey]);
  identity.reauthenticate.mockResolvedValue('done');
});

afterEach(() => {
  cleanup();
  localStorage.clear();
});

describe('the question after a reset of the password', () => {
  it('ends when the person confirms, without losing the focus', async () => {
    await show();
    expect(question()).toBeTruthy();
    screen.getByRole('button', { name: 'These are mine' }).focus();
    await press('These are mine');
    expect(isFactorCheckDue(newUser.email)).toBe(false);
    expect(document.activeElement?.textContent).toBe('Thank you for checking.Continue');
    expect(screen.getByRole('link', { name: 'Continue' }).getAttribute('href')).toBe('/download');

    cleanup();
    await show();
    expect(question()).toBeNull();
  });

  it('ends when the passkey and the app are removed, even in a browser without passkeys', async () => {
    identity.hasSecondFactor.mockResolvedValue(true);
    await show();
    expect(screen.queryByRole('button', { name: 'Add a Passkey' })).toBeNull();
    await press(/^Remove Phone of a stranger/);
    identity.listPasskeys.mockResolvedValue([]);
    await prove('Remove');
    expect(identity.removePasskey).toHaveBeenCalledWith('p1');
    expect(question()).toBeTruthy();

    await press('Turn Off');
    await prove('Turn Off');
    expect(identity.endSecondFactor).toHaveBeenCalledOnce();
    expect(question()?.textContent).toContain('Thank you for checking.');
    expect(screen.getByRole('link', { name: 'Continue' }).getAttribute('href')).toBe('/download');
    expect(isFactorCheckDue(newUser.email)).toBe(false);
  });

  it.each([
    [false, 'your passkeys below'],
    [true, 'your passkeys and your authenticator app below'],
  ])('names only what there is, with an app: %s', async (hasApp, named) => {
    identity.hasSecondFactor.mockResolvedValue(hasApp);
    await show();
    expect(question()?.textContent).toContain(`A new password does not change ${named}.`);
  });

  it('waits while the passkeys are unknown', async () => {
    identity.listPasskeys.mockRejectedValue(new Error('The user pool is asleep.'));
    await show();
    expect(question()).toBeNull();
    expect(isFactorCheckDue(newUser.email)).toBe(true);
  });

  it('ends after 30 days', async () => {
    vi.useFakeTimers({ now: Date.now() + 31 * 24 * 60 * 60 * 1000, toFake: ['Date'] });
    try {
      await show();
      expect(question()).toBeNull();
    } finally {
      vi.useRealTimers();
    }
  });

  it('is not asked about another account', async () => {
    requestFactorCheck('ben@example.test');
    await show();
    expect(question()).toBeNull();
    expect(isFactorCheckDue('ben@example.test')).toBe(true);
  });
});
