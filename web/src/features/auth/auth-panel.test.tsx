// @vitest-environment jsdom
import { act, cleanup, fireEvent, render, screen } from '@testing-library/react';
import * as amplify from 'aws-amplify/auth';
import { MemoryRouter, Route, Routes, useLocation } from 'react-router-dom';
import { afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { currentSession, rememberSession } from '../../lib/session.ts';
import AuthPanel from './auth-panel.tsx';

vi.mock('aws-amplify', () => ({ Amplify: { configure: vi.fn() } }));
vi.mock('aws-amplify/auth');
vi.mock('../../lib/web-settings.ts', () => ({
  loadWebSettings: async () => ({ userPoolId: 'us-east-1_1', userPoolClientId: 'c1' }),
}));

const email = 'ana@example.test';
const password = 'Password12';

function Address() {
  const { pathname, search, hash } = useLocation();
  return <output>{pathname + search + hash}</output>;
}

function show(url = '/auth') {
  return render(
    <MemoryRouter initialEntries={[url]}>
      <Address />
      <Routes>
        <Route path="/auth" element={<AuthPanel />} />
        <Route path="/pricing" element={<h1>Pricing</h1>} />
      </Routes>
    </MemoryRouter>,
  );
}

async function settle(milliseconds = 0) {
  await act(() => vi.advanceTimersByTimeAsync(milliseconds));
}

function type(label: string, text: string) {
  fireEvent.change(screen.getByLabelText(label), { target: { value: text } });
}

async function press(name: string) {
  fireEvent.click(screen.getByRole('button', { name }));
  await settle();
}

async function enterCredentials(button: 'Submit' | 'Join') {
  type('Email', ` ${email} `);
  type('Password', password);
  await press(button);
}

function fail(name: string, message: string) {
  return Object.assign(new Error(message), { name });
}

function signInSucceeds() {
  vi.mocked(amplify.signIn).mockResolvedValue({ isSignedIn: true, nextStep: { signInStep: 'DONE' } });
}

// The panel loads it when it is first needed; in a browser that takes a moment, here it must be there at once.
beforeAll(() => import('../../lib/identity-provider.ts'));

beforeEach(() => {
  vi.resetAllMocks();
  vi.useFakeTimers();
  vi.mocked(amplify.fetchAuthSession).mockResolvedValue({
    tokens: {
      accessToken: { payload: {}, toString: () => 'access-token' },
      idToken: { payload: { email }, toString: () => 'id-token' },
    },
  });
  vi.mocked(amplify.signUp).mockResolvedValue({
    isSignUpComplete: false,
    nextStep: { signUpStep: 'CONFIRM_SIGN_UP', codeDeliveryDetails: {} },
  });
});

afterEach(() => {
  cleanup();
  vi.useRealTimers();
  localStorage.clear();
  sessionStorage.clear();
});

describe('signing in', () => {
  it('goes to pricing after 500 ms', async () => {
    signInSucceeds();
    show();
    await enterCredentials('Submit');

    expect(amplify.signIn).toHaveBeenCalledWith({ username: email, password });
    expect(currentSession()?.email).toBe(email);
    await settle(499);
    expect(screen.queryByRole('heading', { name: 'Pricing' })).toBeNull();
    await settle(1);
    expect(screen.getByRole('heading', { name: 'Pricing' })).toBeTruthy();
  });

  it('shows the refusal and keeps the form', async () => {
    vi.mocked(amplify.signIn).mockRejectedValue(
      fail('NotAuthorizedException', 'Cognito: Incorrect username or password.'),
    );
    show();
    await enterCredentials('Submit');

    expect(screen.getByRole('alert').textContent).toBe('Incorrect username or password.');
    expect(screen.getByLabelText<HTMLInputElement>('Email').value).toContain(email);
  });

  it('is sent once, however often it is pressed', async () => {
    vi.mocked(amplify.signIn).mockReturnValue(new Promise(() => {}));
    show();
    await enterCredentials('Submit');
    await press('Submit');

    expect(amplify.signIn).toHaveBeenCalledOnce();
  });

  it('leads somebody unconfirmed to the confirmation, and in from there', async () => {
    vi.mocked(amplify.signIn).mockResolvedValueOnce({
      isSignedIn: false,
      nextStep: { signInStep: 'CONFIRM_SIGN_UP' },
    });
    show();
    await enterCredentials('Submit');
    expect(screen.getByRole('heading', { name: 'Confirm your e-mail address' })).toBeTruthy();

    signInSucceeds();
    type('Confirmation code', '123456');
    await press('Confirm');

    expect(amplify.confirmSignUp).toHaveBeenCalledWith({ username: email, confirmationCode: '123456' });
    await settle(500);
    expect(screen.getByRole('heading', { name: 'Pricing' })).toBeTruthy();
  });

  it('is not offered to those who are signed in', () => {
    rememberSession({ email, groups: [], endsAtMs: Date.now() + 60_000 });
    show();

    expect(screen.getByText(`You are signed in as ${email}.`)).toBeTruthy();
    expect(screen.queryByLabelText('Password')).toBeNull();
  });
});

describe('registering', () => {
  it('is what Create Account links open', () => {
    show('/auth?account=free');
    expect(screen.getByRole('tab', { name: 'Register' }).getAttribute('aria-selected')).toBe('true');
    expect(screen.getByRole('button', { name: 'Join' })).toBeTruthy();
  });

  it('asks for the code of the mail and signs in with the password it knows', async () => {
    signInSucceeds();
    show('/auth?account=free');
    await enterCredentials('Join');
    expect(amplify.signUp).toHaveBeenCalledWith({
      username: email,
      password,
      options: { userAttributes: { email } },
    });
    expect(screen.getByText(email)).toBeTruthy();

    type('Confirmation code', '123456');
    await press('Confirm');
    await settle(500);

    expect(amplify.signIn).toHaveBeenCalledWith({ username: email, password });
    expect(screen.getByRole('heading', { name: 'Pricing' })).toBeTruthy();
  });

  it('shows a failure', async () => {
    vi.mocked(amplify.signUp).mockRejectedValue(fail('UsernameExistsException', 'User already exists'));
    show('/auth?account=free');
    await enterCredentials('Join');

    expect(screen.getByRole('alert').textContent).toBe('User already exists');
  });

  it('signs in when the address was confirmed in another tab', async () => {
    signInSucceeds();
    vi.mocked(amplify.confirmSignUp).mockRejectedValue(
      fail('NotAuthorizedException', 'User cannot be confirmed. Current status is CONFIRMED'),
    );
    show('/auth?account=free');
    await enterCredentials('Join');
    type('Confirmation code', '123456');
    await press('Confirm');
    await settle(500);

    expect(screen.getByRole('heading', { name: 'Pricing' })).toBeTruthy();
  });

  it('says so when the link was not opened after all', async () => {
    vi.mocked(amplify.signIn).mockResolvedValue({
      isSignedIn: false,
      nextStep: { signInStep: 'CONFIRM_SIGN_UP' },
    });
    show('/auth?account=free');
    await enterCredentials('Join');
    await press('I have opened the link');

    expect(screen.getByRole('alert').textContent).toMatch(/not confirmed yet/);
  });

  it('sends another code', async () => {
    show('/auth?account=free');
    await enterCredentials('Join');
    await press('Resend code');

    expect(amplify.resendSignUpCode).toHaveBeenCalledWith({ username: email });
    expect(screen.getByText('We have sent you a new code. Check your inbox.')).toBeTruthy();
  });

  it('continues at the confirmation after a reload, and never stores the password', async () => {
    const { unmount } = show('/auth?account=free');
    await enterCredentials('Join');
    unmount();
    expect(JSON.stringify({ ...localStorage, ...sessionStorage })).not.toContain(password);

    show('/auth?account=free');
    type('Confirmation code', '123456');
    await press('Confirm');

    // Without the password, the visitor has to sign in.
    expect(screen.getByText('Your e-mail address is confirmed. Please sign in.')).toBeTruthy();
    expect(screen.getByLabelText<HTMLInputElement>('Email').value).toBe(email);
    expect(screen.getByRole('button', { name: 'Submit' })).toBeTruthy();
  });
});

describe('the link in the mail', () => {
  const fragment = `#email=${encodeURIComponent(email)}&code=123456`;

  it('confirms at once, and leaves no code in the address', async () => {
    show(`/auth?mode=verify${fragment}`);
    await settle();

    expect(amplify.confirmSignUp).toHaveBeenCalledExactlyOnceWith({
      username: email,
      confirmationCode: '123456',
    });
    expect(screen.getByText('Your e-mail address is confirmed. Please sign in.')).toBeTruthy();
    expect(screen.getByLabelText<HTMLInputElement>('Email').value).toBe(email);
    expect(screen.getByText('/auth').tagName).toBe('OUTPUT');
  });

  it('leads to the confirmation step when its code no longer works', async () => {
    vi.mocked(amplify.confirmSignUp).mockRejectedValue(
      fail('ExpiredCodeException', 'Invalid code provided.'),
    );
    show(`/auth?mode=verify${fragment}`);
    await settle();

    expect(screen.getByRole('alert').textContent).toBe('Invalid code provided.');
    expect(screen.getByRole('button', { name: 'Resend code' })).toBeTruthy();
  });

  it('opens the form for a new password, with its code', async () => {
    signInSucceeds();
    show(`/auth?mode=reset${fragment}`);
    await settle();
    type('New password', 'Password34');
    await press('Change Password');

    expect(amplify.confirmResetPassword).toHaveBeenCalledWith({
      username: email,
      confirmationCode: '123456',
      newPassword: 'Password34',
    });
    expect(amplify.signIn).toHaveBeenCalledWith({ username: email, password: 'Password34' });
    await settle(500);
    expect(screen.getByRole('heading', { name: 'Pricing' })).toBeTruthy();
  });
});

describe('a forgotten password', () => {
  it('asks for the e-mail only, and can be left', async () => {
    show();
    await press('Forgot Password');
    expect(screen.queryByRole('tab')).toBeNull();
    expect(screen.queryByLabelText('Password')).toBeNull();

    await press('Go Back');
    expect(screen.getByLabelText('Password')).toBeTruthy();
  });

  it('sends a mail and asks for its code', async () => {
    show();
    await press('Forgot Password');
    type('Email', email);
    await press('Send');

    expect(amplify.resetPassword).toHaveBeenCalledWith({ username: email });
    expect(screen.getByText('Password reset email sent! Check your inbox.')).toBeTruthy();
    expect(screen.getByLabelText('Code from the mail')).toBeTruthy();
  });

  it('shows a failure', async () => {
    vi.mocked(amplify.resetPassword).mockRejectedValue(
      fail('LimitExceededException', 'Attempt limit exceeded'),
    );
    show();
    await press('Forgot Password');
    type('Email', email);
    await press('Send');

    expect(screen.getByRole('alert').textContent).toBe('Attempt limit exceeded');
  });
});
