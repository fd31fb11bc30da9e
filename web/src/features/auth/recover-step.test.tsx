// @vitest-environment jsdom
import { cleanup, fireEvent, render, screen } from '@testing-library/react';
import { MemoryRouter, Route, Routes } from 'react-router-dom';
import { afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { ApiError } from '../../lib/api-error.ts';
import { callApi } from '../../lib/call-api.ts';
import { isFactorCheckDue } from '../../lib/factor-check.ts';
import { logQuietly } from '../../lib/log-quietly.ts';
import { forgetSession, rememberSession } from '../../lib/session.ts';
import { site } from '../../lib/site.ts';
import { Address, address, fill, press, submit } from '../../lib/test-page.tsx';
import AuthPanel from './auth-panel.tsx';

const identity = vi.hoisted(() => ({
  answerSecondFactor: vi.fn(),
  confirmRegistration: vi.fn(),
  register: vi.fn(),
  setNewPassword: vi.fn(),
  signInWithPasskey: vi.fn(),
  signInWithPassword: vi.fn(),
  signOut: vi.fn(),
}));
vi.mock('../../lib/identity-provider.ts', () => identity);
vi.mock('../../lib/call-api.ts');
vi.mock('../../lib/log-quietly.ts');
const usePasskeys = vi.hoisted(() => vi.fn());
vi.mock('../../lib/use-passkeys.ts', () => ({ usePasskeys }));

const email = 'ana@example.test';
const password = 'Correct-horse-7';
const recoveryCode = '7k3m q0xt 9wbd';

function show(url = '/auth') {
  render(
    <MemoryRouter initialEntries={[url]}>
      <Address />
      <Routes>
        <Route path="/auth" element={<AuthPanel />} />
      </Routes>
    </MemoryRouter>,
  );
}

const focused = () => document.activeElement?.getAttribute('aria-label');

async function signIn() {
  fill('Email', email);
  await submit('Password', password, 'Submit');
}

async function recover() {
  fill('Email', ` ${email} `);
  fill('Password', password);
  await submit('Recovery code', recoveryCode, 'Turn Off Authenticator App');
}

const isSignedInAs = (other: string) =>
  rememberSession({ email: other, groups: [], endsAtMs: Date.now() + 60_000 });

beforeAll(() => Promise.all([import('../../lib/identity-provider.ts'), import('./is-common-password.ts')]));

beforeEach(() => {
  vi.resetAllMocks();
  vi.mocked(callApi).mockResolvedValue({} as never);
  usePasskeys.mockReturnValue(true);
  identity.signInWithPassword.mockResolvedValue('signed-in');
  identity.signOut.mockImplementation(async () => forgetSession());
});

afterEach(() => {
  cleanup();
  localStorage.clear();
  sessionStorage.clear();
});

describe('the step for people who lost their app', () => {
  it('is opened from the step for the code, has the email, and leads back', async () => {
    identity.signInWithPassword.mockResolvedValue('code-needed');
    show();
    await signIn();
    await press('Lost your app?');
    expect(address()).toBe('/auth?step=recover');
    expect(focused()).toBe('Lost your app?');
    expect(screen.getByLabelText<HTMLInputElement>('Email').value).toBe(email);

    await press('Go Back');
    expect(screen.getByLabelText('Six-digit code')).toBeTruthy();
  });

  it('leads back to the sign-in if no code is awaited', async () => {
    show('/auth?step=recover');
    await press('Go Back');
    expect(address()).toBe('/auth');
  });

  it('turns the app off, and opens the sign-in', async () => {
    show('/auth?step=recover');
    await recover();
    expect(callApi).toHaveBeenCalledExactlyOnceWith('recoverAccount', { email, password, recoveryCode });
    expect(address()).toBe('/auth');
    expect(focused()).toBe('Sign in or register');
    expect(screen.getByText(/^Your authenticator app is turned off/)).toBeTruthy();
    expect(screen.getByLabelText<HTMLInputElement>('Email').value).toBe(email);
    expect(isFactorCheckDue(email)).toBe(true);
    expect(JSON.stringify({ ...localStorage, ...sessionStorage })).not.toContain(password);
  });

  it('shows the sentence of the server, and keeps the fields', async () => {
    const message = 'Email, password and recovery code do not belong together.';
    vi.mocked(callApi).mockRejectedValue(new ApiError('permission-denied', message));
    show('/auth?step=recover');
    await recover();
    expect(screen.getByRole('alert').textContent).toBe(message);
    expect(screen.getByLabelText<HTMLInputElement>('Recovery code').value).toBe(recoveryCode);
    expect(isFactorCheckDue(email)).toBe(false);
  });

  it.each([
    ['Ana@example.test', 1],
    ['bea@example.test', 0],
  ])('ends the sign-in of %s in this browser %i times', async (other, times) => {
    isSignedInAs(other);
    show('/auth?step=recover');
    await recover();
    expect(identity.signOut).toHaveBeenCalledTimes(times);
  });

  it('returns to the new address that waits for a sign-in', async () => {
    show('/auth?step=recover&next=new-email');
    await recover();
    expect(address()).toBe('/auth?step=new-email');
    expect(screen.getByText(/^Your authenticator app is turned off/)).toBeTruthy();
  });

  it('offers help to people without codes or without the password', async () => {
    show('/auth?step=recover');
    const mail = screen.getByRole('link', { name: site.contactAddress });
    expect(mail.getAttribute('href')).toBe(`mailto:${site.contactAddress}`);
    expect(screen.getByText(/We then turn the authenticator app off after 24 hours/)).toBeTruthy();
    expect(screen.getByText(/there is no way back into the account/)).toBeTruthy();
    fireEvent.click(screen.getByRole('link', { name: 'sign in with it' }));
    expect(screen.getByRole('button', { name: 'Sign in with a passkey' })).toBeTruthy();
    cleanup();

    show('/auth?step=recover');
    await press('Forgot your password, too?');
    expect(address()).toBe('/auth?step=forgot-password');
    expect(screen.getByText(/Without a passkey, there is no way back into the account/)).toBeTruthy();
  });

  it('mentions no passkeys on a stage without passkeys', async () => {
    usePasskeys.mockReturnValue(false);
    show('/auth?step=recover');
    expect(screen.getByText('Write to').parentElement?.textContent).toContain(
      'We then turn the authenticator app off after 24 hours.',
    );
    expect(document.body.textContent).not.toMatch(/passkey/i);

    await press('Forgot your password, too?');
    expect(screen.getByText(/^Then there is no way back into the account/)).toBeTruthy();
    expect(document.body.textContent).not.toMatch(/passkey/i);
  });
});

describe('a review of the security', () => {
  const expectOne = () => expect(callApi).toHaveBeenCalledExactlyOnceWith('reviewSecurity');

  it('follows a sign-in with a password', async () => {
    show();
    await signIn();
    expectOne();
  });

  it('follows the code of an app, and not the password before it', async () => {
    identity.signInWithPassword.mockResolvedValue('code-needed');
    show();
    await signIn();
    expect(callApi).not.toHaveBeenCalled();
    await submit('Six-digit code', '123456', 'Confirm');
    expectOne();
  });

  it('follows a sign-in with a passkey', async () => {
    show();
    await submit('Email', email, 'Sign in with a passkey');
    expect(identity.signInWithPasskey).toHaveBeenCalledWith(email);
    expectOne();
  });

  it('follows a registration', async () => {
    identity.register.mockResolvedValue('unconfirmed');
    show('/auth?account=free');
    fill('Email', email);
    await submit('Password', password, 'Join');
    expect(callApi).not.toHaveBeenCalled();
    await submit('Confirmation code', '123456', 'Confirm');
    expectOne();
  });

  it('follows no sign-in that fails', async () => {
    identity.signInWithPassword.mockRejectedValue(new Error('Incorrect username or password.'));
    show();
    await signIn();
    expect(callApi).not.toHaveBeenCalled();
  });

  it('shows no error when it fails', async () => {
    vi.mocked(callApi).mockRejectedValue(new ApiError('unavailable', 'The server is asleep.'));
    show();
    await signIn();
    expect(logQuietly).toHaveBeenCalledOnce();
    expect(screen.getByText('You are signed in. One moment…')).toBeTruthy();
    expect(screen.queryByRole('alert')).toBeNull();
  });
});
