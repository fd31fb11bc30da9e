// @vitest-environment jsdom
import { act, cleanup, fireEvent, render, screen } from '@testing-library/react';
import type { AuthWebAuthnCredential } from 'aws-amplify/auth';
import * as amplify from 'aws-amplify/auth';
import { MemoryRouter, Route, Routes } from 'react-router-dom';
import { afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { ForwardedNotice } from '../../components/notice.tsx';
import { forgetArrivingCode, keepArrivingCode, readArrivingCode } from '../../lib/arriving-code.ts';
import { callApi } from '../../lib/call-api.ts';
import { isFactorCheckDue, requestFactorCheck } from '../../lib/factor-check.ts';
import { currentSession, rememberSession } from '../../lib/session.ts';
import { Address, address, fill, press, submit } from '../../lib/test-page.tsx';
import { newUser } from '../../lib/test-user.ts';
import AuthPanel from './auth-panel.tsx';

vi.mock('aws-amplify', () => ({ Amplify: { configure: vi.fn() } }));
vi.mock('aws-amplify/auth');
vi.mock('../../lib/call-api.ts');
vi.mock('../../lib/load-web-settings.ts', () => ({
  loadWebSettings: async () => ({ userPoolId: 'us-east-1_1', userPoolClientId: 'c1' }),
}));

const email = 'ana@example.test';
const password = 'Correct-horse-7';

/** The part of a page that these tests check. */
const PageWithNotice = ({ heading }: { heading: string }) => (
  <>
    <h1>{heading}</h1>
    <ForwardedNotice />
  </>
);

function show(url: string | { pathname: string; state: object } = '/auth') {
  return render(
    <MemoryRouter initialEntries={[url]}>
      <Address />
      <Routes>
        <Route path="/auth" element={<AuthPanel />} />
        <Route path="/pricing" element={<PageWithNotice heading="Pricing" />} />
        <Route path="/account" element={<PageWithNotice heading="Account" />} />
        <Route path="/preferences" element={<PageWithNotice heading="Email Preferences" />} />
        <Route path="/download" element={<h1>Download</h1>} />
      </Routes>
    </MemoryRouter>,
  );
}

async function settle(milliseconds = 0) {
  await act(() => vi.advanceTimersByTimeAsync(milliseconds));
}

async function enterCredentials(button: 'Submit' | 'Join') {
  fill('Email', ` ${email} `);
  await submit('Password', password, button);
}

async function register(url = '/auth?account=free') {
  const shown = show(url);
  await enterCredentials('Join');
  return shown;
}

async function signIn(url?: string) {
  const shown = show(url);
  await enterCredentials('Submit');
  return shown;
}

async function open(url: string) {
  show(url);
  await settle();
}

async function expectPage(heading: string) {
  await settle(500);
  expect(screen.getByRole('heading', { name: heading })).toBeTruthy();
}

function fail(name: string, message: string) {
  return Object.assign(new Error(message), { name });
}

/** The groups to which the page has subscribed the person. */
const subscriptions = () =>
  vi
    .mocked(callApi)
    .mock.calls.flatMap(([name, data]) =>
      name === 'updateMe' ? [(data as { mailGroup: { group: string } }).mailGroup.group] : [],
    );

function signInSucceeds() {
  vi.mocked(amplify.signIn).mockResolvedValue({ isSignedIn: true, nextStep: { signInStep: 'DONE' } });
}

/** The password is correct, but the address is not confirmed. The next sign-in succeeds. */
function signInNeedsConfirmation() {
  vi.mocked(amplify.signIn).mockResolvedValueOnce({
    isSignedIn: false,
    nextStep: { signInStep: 'CONFIRM_SIGN_UP' },
  });
  signInSucceeds();
}

function signInNeedsCode() {
  vi.mocked(amplify.signIn).mockResolvedValue({
    isSignedIn: false,
    nextStep: { signInStep: 'CONFIRM_SIGN_IN_WITH_TOTP_CODE' },
  });
  vi.mocked(amplify.confirmSignIn).mockResolvedValue({ isSignedIn: true, nextStep: { signInStep: 'DONE' } });
}

// The panel loads this module on first use. In a browser that takes a moment; here it must be
// available at once.
beforeAll(() => Promise.all([import('../../lib/identity-provider.ts'), import('./is-common-password.ts')]));

beforeEach(() => {
  vi.resetAllMocks();
  vi.useFakeTimers();
  vi.mocked(amplify.fetchAuthSession).mockResolvedValue({
    tokens: {
      accessToken: { payload: {}, toString: () => 'access-token' },
      idToken: { payload: { email }, toString: () => 'id-token' },
    },
  });
  vi.mocked(amplify.fetchMFAPreference).mockResolvedValue({});
  vi.mocked(amplify.listWebAuthnCredentials).mockResolvedValue({ credentials: [] });
  vi.mocked(callApi).mockResolvedValue(newUser);
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
  it('opens pricing after 500 ms', async () => {
    signInSucceeds();
    await signIn();

    expect(amplify.signIn).toHaveBeenCalledWith({ username: email, password });
    expect(currentSession()?.email).toBe(email);
    await settle(499);
    expect(screen.queryByRole('heading', { name: 'Pricing' })).toBeNull();
    await settle(1);
    expect(screen.getByRole('heading', { name: 'Pricing' })).toBeTruthy();
  });

  it.each([
    ['/auth?returnTo=%2Fdownload', '/download'],
    ['/auth?returnTo=%2F%2Fevil.example', '/pricing'],
    ['/auth?returnTo=https%3A%2F%2Fevil.example', '/pricing'],
  ])('leads from %s to %s', async (from, to) => {
    signInSucceeds();
    await signIn(from);
    await settle(500);
    expect(address()).toBe(to);
  });

  it('shows the error and keeps the form', async () => {
    vi.mocked(amplify.signIn).mockRejectedValue(
      fail('NotAuthorizedException', 'Cognito: Incorrect username or password.'),
    );
    await signIn();

    expect(screen.getByRole('alert').textContent).toBe('Incorrect username or password.');
    expect(screen.getByLabelText<HTMLInputElement>('Email').value).toContain(email);
  });

  it('submits once for repeated clicks', async () => {
    vi.mocked(amplify.signIn).mockReturnValue(new Promise(() => {}));
    await signIn();
    await press('Submit');

    expect(amplify.signIn).toHaveBeenCalledOnce();
  });

  it('sends an unconfirmed user to the confirmation, and signs in from there', async () => {
    vi.mocked(amplify.signIn).mockResolvedValueOnce({
      isSignedIn: false,
      nextStep: { signInStep: 'CONFIRM_SIGN_UP' },
    });
    await signIn();
    expect(screen.getByRole('heading', { name: 'Confirm your email address' })).toBeTruthy();

    signInSucceeds();
    await submit('Confirmation code', '123456', 'Confirm');

    expect(amplify.confirmSignUp).toHaveBeenCalledWith({ username: email, confirmationCode: '123456' });
    await expectPage('Pricing');
  });

  it('shows no form to signed-in visitors', () => {
    rememberSession({ email, groups: [], endsAtMs: Date.now() + 60_000 });
    show();

    expect(screen.getByText(`You are signed in as ${email}.`)).toBeTruthy();
    expect(screen.queryByLabelText('Password')).toBeNull();
  });
});

describe('registering', () => {
  it('opens from Create Account links', () => {
    show('/auth?account=free');
    expect(screen.getByRole('tab', { name: 'Register' }).getAttribute('aria-selected')).toBe('true');
    expect(screen.getByRole('button', { name: 'Join' })).toBeTruthy();
  });

  it('requires the code of the email, and signs in with the typed password', async () => {
    signInSucceeds();
    await register();
    expect(amplify.signUp).toHaveBeenCalledWith({
      username: email,
      password,
      options: { userAttributes: { email } },
    });
    expect(screen.getByText(email)).toBeTruthy();

    await submit('Confirmation code', '123456', 'Confirm');
    await settle(500);

    expect(amplify.signIn).toHaveBeenCalledWith({ username: email, password });
    expect(screen.getByRole('heading', { name: 'Pricing' })).toBeTruthy();
  });

  it('shows a failure', async () => {
    vi.mocked(amplify.signUp).mockRejectedValue(fail('UsernameExistsException', 'User already exists'));
    await register();

    expect(screen.getByRole('alert').textContent).toMatch(/Sign in instead/);
    expect(address()).toBe('/auth?account=free');
  });

  it('signs in when the address was confirmed in another tab', async () => {
    signInSucceeds();
    vi.mocked(amplify.confirmSignUp).mockRejectedValue(
      fail('NotAuthorizedException', 'User cannot be confirmed. Current status is CONFIRMED'),
    );
    await register();
    await submit('Confirmation code', '123456', 'Confirm');
    await expectPage('Pricing');
  });

  it('reports that the link was not opened', async () => {
    vi.mocked(amplify.signIn).mockResolvedValue({
      isSignedIn: false,
      nextStep: { signInStep: 'CONFIRM_SIGN_UP' },
    });
    await register();
    await press('I have opened the link');

    expect(screen.getByRole('alert').textContent).toMatch(/not confirmed yet/);
  });

  it('sends another code, at the earliest after a minute', async () => {
    await register();
    expect(screen.getByText('in 60 s')).toBeTruthy();
    await settle(18_000);
    expect(screen.getByText('in 42 s')).toBeTruthy();
    await press('Resend code');
    expect(screen.getByText('Wait 42 more seconds before you request another code.')).toBeTruthy();
    expect(amplify.resendSignUpCode).not.toHaveBeenCalled();

    await settle(42_000);
    expect(screen.queryByText(/^in /)).toBeNull();
    await press('Resend code');
    expect(amplify.resendSignUpCode).toHaveBeenCalledExactlyOnceWith({ username: email });
    expect(screen.getByText('We sent you a new code. Check your inbox.')).toBeTruthy();
    expect(screen.getByText('in 60 s')).toBeTruthy();
  });

  it('continues the wait for another code after a reload', async () => {
    const { unmount } = await register();
    await settle(20_000);
    const reloaded = address();
    unmount();
    show(reloaded);

    expect(screen.getByText('in 40 s')).toBeTruthy();
  });

  it('offers emails without a checked box, and subscribes only to those that are chosen', async () => {
    signInSucceeds();
    show('/auth?account=free');
    const boxes = screen.getAllByRole<HTMLInputElement>('checkbox', {
      name: /^(Updates|Resources|Feedback|Newsletter): /,
    });
    expect(boxes.map(({ checked }) => checked)).toEqual([false, false, false, false]);
    fireEvent.click(screen.getByRole('checkbox', { name: /^Newsletter: / }));
    fireEvent.click(screen.getByRole('checkbox', { name: /^Updates: / }));
    await enterCredentials('Join');
    await submit('Confirmation code', '123456', 'Confirm');
    expect(subscriptions()).toEqual(['updates', 'newsletter']);
  });

  it('subscribes to nothing that was not chosen', async () => {
    signInSucceeds();
    await register();
    await submit('Confirmation code', '123456', 'Confirm');
    expect(subscriptions()).toEqual([]);
  });

  it('keeps the chosen emails through a reload and a sign-in at another step', async () => {
    const { unmount } = show('/auth?account=free');
    fireEvent.click(screen.getByRole('checkbox', { name: /^Newsletter: / }));
    await enterCredentials('Join');
    unmount();
    show('/auth?step=confirm');
    await press('Go Back');
    signInNeedsConfirmation();
    await enterCredentials('Submit');
    await submit('Confirmation code', '123456', 'Confirm');
    expect(subscriptions()).toEqual(['newsletter']);
    await settle(500);
    expect(sessionStorage.getItem('authStep')).toBeNull();
  });

  it('keeps the chosen emails when the link of the email opens in the same tab', async () => {
    const { unmount } = show('/auth?account=free');
    fireEvent.click(screen.getByRole('checkbox', { name: /^Newsletter: / }));
    await enterCredentials('Join');
    unmount();
    await open(`/auth?mode=verify#email=${encodeURIComponent(email)}&code=123456`);
    signInNeedsConfirmation();
    await submit('Password that you chose', password, 'Confirm');
    expect(subscriptions()).toEqual(['newsletter']);
  });

  it('opens the preferences with a notice if the chosen emails could not be turned on', async () => {
    vi.spyOn(console, 'warn').mockImplementation(() => {});
    signInSucceeds();
    show('/auth?account=free&returnTo=%2Fdownload');
    fireEvent.click(screen.getByRole('checkbox', { name: /^Newsletter: / }));
    await enterCredentials('Join');
    vi.mocked(callApi).mockImplementation(async (name) => {
      if (name === 'updateMe') throw new Error('Offline.');
      return newUser as never;
    });
    await submit('Confirmation code', '123456', 'Confirm');
    await settle(500);
    expect(address()).toBe('/preferences');
    expect(screen.getByText(/^Not all emails that you chose/)).toBeTruthy();
  });

  it('states above the button what registering accepts', () => {
    show('/auth?account=free');
    const sentence = screen.getByText(/^By creating an account you accept the/);
    expect([...sentence.querySelectorAll('a')].map((link) => link.getAttribute('href'))).toEqual([
      '/terms',
      '/privacy',
    ]);
    const button = screen.getByRole('button', { name: 'Join' });
    expect(sentence.compareDocumentPosition(button)).toBe(Node.DOCUMENT_POSITION_FOLLOWING);
  });

  it('returns from the confirmation to Register with a wrong address', async () => {
    await register();
    await press('Wrong address?');

    expect(address()).toBe('/auth?account=free');
    expect(screen.getByRole('button', { name: 'Join' })).toBeTruthy();
    expect(screen.getByLabelText<HTMLInputElement>('Email').value).toBe(email);
  });

  it('ticks the rule for the password once it is met', () => {
    show('/auth?account=free');
    const isTicked = () => screen.getByText(/^At least 12 characters/).getAttribute('data-met');
    fill('Password', 'eleven char');
    expect(isTicked()).toBe('false');
    fill('Password', 'twelve chars');
    expect(isTicked()).toBe('true');
    expect(screen.getByText('The password is long enough.')).toBeTruthy();
  });

  it.each([
    ['eleven char', /^Use at least 12 characters\.$/],
    ['Password1234', /easy to guess/],
  ])('refuses the password "%s" before the user pool sees it', async (weak, sentence) => {
    show('/auth?account=free');
    fill('Email', email);
    await submit('Password', weak, 'Join');

    expect(screen.getByRole('alert').textContent).toMatch(sentence);
    expect(amplify.signUp).not.toHaveBeenCalled();
  });

  it('continues at the confirmation after a reload, and never stores the password', async () => {
    const { unmount } = await register();
    const reloaded = address();
    expect(reloaded).toBe('/auth?step=confirm');
    unmount();
    expect(JSON.stringify({ ...localStorage, ...sessionStorage })).not.toContain(password);

    show(reloaded);
    signInNeedsConfirmation();
    fill('Confirmation code', '123456');
    await submit('Password that you chose', password, 'Confirm');

    expect(amplify.confirmSignUp).toHaveBeenCalledOnce();
    await expectPage('Pricing');
  });
});

/** The channels of all tabs of the browser. */
class TestChannel {
  static open = new Set<TestChannel>();
  onmessage: ((message: { data: unknown }) => void) | null = null;
  readonly name: string;
  constructor(name: string) {
    this.name = name;
    TestChannel.open.add(this);
  }
  postMessage(data: unknown) {
    for (const other of TestChannel.open)
      if (other !== this && other.name === this.name) other.onmessage?.({ data: structuredClone(data) });
  }
  close() {
    TestChannel.open.delete(this);
  }
}

describe('a confirmation in another tab', () => {
  const link = `/auth?mode=verify#email=${encodeURIComponent(email)}&code=123456`;
  const otherTab = () => new TestChannel('confirmation');

  beforeEach(() => {
    TestChannel.open.clear();
    vi.stubGlobal('BroadcastChannel', TestChannel);
  });

  afterEach(() => {
    vi.unstubAllGlobals();
    forgetArrivingCode();
  });

  const signInElsewhere = async (address: string) => {
    act(() => rememberSession({ email: address, groups: [], endsAtMs: Date.now() + 60_000 }));
    await settle();
    await settle(500);
  };

  it('lets the waiting tab continue where the person was going', async () => {
    await register('/auth?account=free&returnTo=%2Faccount%3Ftab%3Dlicense');
    await signInElsewhere(email.toUpperCase());
    expect(address()).toBe('/account?tab=license');
    expect(amplify.signIn).not.toHaveBeenCalled();
  });

  it('does not move the tab when another account signs in', async () => {
    await register('/auth?account=free');
    await signInElsewhere('ben@example.test');
    expect(address()).toBe('/auth?step=confirm');
  });

  it('sends the tab of the link the destination, the code to redeem and the chosen emails', async () => {
    keepArrivingCode('ABCD-EFGH');
    show('/auth?account=free&returnTo=%2Fredeem');
    fireEvent.click(screen.getByRole('checkbox', { name: /^Newsletter: / }));
    await enterCredentials('Join');
    const tab = otherTab();
    tab.onmessage = vi.fn();
    tab.postMessage({ isQuestion: true, email: 'ben@example.test' });
    expect(tab.onmessage).not.toHaveBeenCalled();
    tab.postMessage({ isQuestion: true, email });
    expect(tab.onmessage).toHaveBeenCalledExactlyOnceWith({
      data: { isQuestion: false, email, returnTo: '/redeem', code: 'ABCD-EFGH', mailGroups: ['newsletter'] },
    });
    expect(JSON.stringify({ ...localStorage, ...sessionStorage })).not.toContain('ABCD-EFGH');
  });

  it.each([
    ['/account?tab=license', '/account?tab=license'],
    ['https://evil.example', '/pricing'],
  ])('continues in the tab of the link, for %s of the waiting tab at %s', async (returnTo, expected) => {
    const tab = otherTab();
    const mailGroups = ['newsletter', 'gossip'];
    tab.onmessage = () =>
      tab.postMessage({ isQuestion: false, email, returnTo, code: 'ABCD-EFGH', mailGroups });
    await open(link);
    expect(readArrivingCode()).toBe('ABCD-EFGH');
    signInNeedsConfirmation();
    await submit('Password that you chose', password, 'Confirm');
    await settle(500);
    expect(address()).toBe(expected);
    expect(subscriptions()).toEqual(['newsletter']);
    expect(TestChannel.open).toEqual(new Set([tab]));
  });

  it('continues in the tab of the link when the registration was confirmed by its code', async () => {
    rememberSession({ email, groups: [], endsAtMs: Date.now() + 60_000 });
    await open(link);
    await expectPage('Pricing');
  });
});

describe('the link in the email', () => {
  const fragment = `#email=${encodeURIComponent(email)}&code=123456`;

  it('changes nothing when it is opened, and removes the code from the address', async () => {
    await open(`/auth?mode=verify${fragment}`);

    expect(screen.getByLabelText<HTMLInputElement>('Confirmation code').value).toBe('123456');
    expect(address()).toBe('/auth?step=confirm');
    for (const call of [amplify.signIn, amplify.confirmSignUp]) expect(call).not.toHaveBeenCalled();
  });

  it('confirms and signs in with the password of the registration', async () => {
    signInNeedsConfirmation();
    await open(`/auth?mode=verify${fragment}`);
    await submit('Password that you chose', password, 'Confirm');

    expect(amplify.confirmSignUp).toHaveBeenCalledExactlyOnceWith({
      username: email,
      confirmationCode: '123456',
    });
    await expectPage('Pricing');
  });

  it('does not confirm a registration with a wrong password', async () => {
    vi.mocked(amplify.signIn).mockRejectedValue(
      fail('NotAuthorizedException', 'Incorrect username or password.'),
    );
    await open(`/auth?mode=verify${fragment}`);
    await submit('Password that you chose', 'Another-horse-8', 'Confirm');

    expect(screen.getByRole('alert').textContent).toMatch(/incorrect/i);
    expect(amplify.confirmSignUp).not.toHaveBeenCalled();
  });

  it('lets the owner of the address delete a registration of somebody else', async () => {
    await open(`/auth?mode=verify${fragment}&end=a.b`);
    expect(callApi).not.toHaveBeenCalledWith('endRegistration', expect.anything());
    await press('Delete this registration');

    expect(callApi).toHaveBeenCalledWith('endRegistration', { token: 'a.b' });
    expect(screen.getByText(/You can register this address yourself now/)).toBeTruthy();
    expect(screen.getByRole('button', { name: 'Join' })).toBeTruthy();
    expect(screen.getByLabelText<HTMLInputElement>('Email').value).toBe(email);
    expect(amplify.confirmSignUp).not.toHaveBeenCalled();
  });

  it('offers another code when its code no longer works', async () => {
    signInNeedsConfirmation();
    vi.mocked(amplify.confirmSignUp).mockRejectedValue(
      fail('ExpiredCodeException', 'Invalid code provided.'),
    );
    await open(`/auth?mode=verify${fragment}`);
    await submit('Password that you chose', password, 'Confirm');

    expect(screen.getByRole('alert').textContent).toMatch(/no longer valid/);
    await press('Resend code');
    expect(amplify.resendSignUpCode).toHaveBeenCalledWith({ username: email });
  });

  it('refuses a common password as the new one', async () => {
    await open(`/auth?mode=reset${fragment}`);
    await submit('New password', 'Password1234', 'Change Password');

    expect(screen.getByRole('alert').textContent).toMatch(/easy to guess/);
    expect(amplify.confirmResetPassword).not.toHaveBeenCalled();
  });

  it('opens the form for a new password with its code', async () => {
    signInSucceeds();
    await open(`/auth?mode=reset${fragment}`);
    await submit('New password', 'Another-horse-8', 'Change Password');

    expect(amplify.confirmResetPassword).toHaveBeenCalledWith({
      username: email,
      confirmationCode: '123456',
      newPassword: 'Another-horse-8',
    });
    expect(amplify.signIn).toHaveBeenCalledWith({ username: email, password: 'Another-horse-8' });
    await settle(500);
    expect(screen.getByText('Your password has been changed.')).toBeTruthy();
    expect(screen.getByRole('heading', { name: 'Pricing' })).toBeTruthy();
    expect(isFactorCheckDue(email)).toBe(false);
  });
});

describe('a sign-in after a reset of the password', () => {
  const passkey = { credentialId: 'p1', friendlyCredentialName: 'Phone of a stranger' };
  const hasPasskey = () =>
    vi.mocked(amplify.listWebAuthnCredentials).mockResolvedValue({
      credentials: [passkey as AuthWebAuthnCredential],
    });

  async function setNewPassword() {
    await open(`/auth?mode=reset#email=${encodeURIComponent(email)}&code=123456`);
    await submit('New password', 'Another-horse-8', 'Change Password');
  }

  it('asks about a passkey', async () => {
    hasPasskey();
    signInSucceeds();
    await setNewPassword();
    await settle(500);
    expect(address()).toBe('/account?tab=security');
    expect(screen.getByText('Your password has been changed.')).toBeTruthy();
    expect(isFactorCheckDue(email)).toBe(true);
  });

  it('asks about an authenticator app, after its code', async () => {
    vi.mocked(amplify.fetchMFAPreference).mockResolvedValue({ enabled: ['TOTP'] });
    signInNeedsCode();
    await setNewPassword();
    await submit('Six-digit code', '123456', 'Confirm');
    await settle(500);
    expect(address()).toBe('/account?tab=security');
  });

  it('asks later if the reset does not sign in', async () => {
    hasPasskey();
    vi.mocked(amplify.signIn).mockRejectedValueOnce(fail('NetworkError', 'A network error has occurred.'));
    await setNewPassword();
    expect(address()).toBe('/auth');
    cleanup();

    signInSucceeds();
    await signIn('/auth?returnTo=%2Fdownload');
    await settle(500);
    expect(address()).toBe('/account?tab=security');
  });

  it.each([
    [false, 'CodeMismatchException'],
    [true, 'NetworkError'],
    [true, 'InternalErrorException'],
    [true, 'UnexpectedLambdaException'],
  ])('asks: %s, after the reset ended with %s', async (isAsked, error) => {
    vi.mocked(amplify.confirmResetPassword).mockRejectedValue(fail(error, 'The reset failed.'));
    await setNewPassword();
    expect(screen.getByRole('alert')).toBeTruthy();
    expect(isFactorCheckDue(email)).toBe(isAsked);
  });

  it('keeps the question about another account after a refusal', async () => {
    requestFactorCheck('ben@example.test');
    vi.mocked(amplify.confirmResetPassword).mockRejectedValue(fail('ExpiredCodeException', 'Too late.'));
    await setNewPassword();
    expect(isFactorCheckDue('ben@example.test')).toBe(true);
  });

  it('removes the question after 30 days', async () => {
    hasPasskey();
    requestFactorCheck(email);
    vi.setSystemTime(Date.now() + 31 * 24 * 60 * 60 * 1000);
    signInSucceeds();
    await signIn();
    await settle(500);
    expect(address()).toBe('/pricing');
    expect(localStorage.getItem('factorCheck')).toBeNull();
  });

  it('asks although the passkeys could not be loaded', async () => {
    vi.mocked(amplify.listWebAuthnCredentials).mockRejectedValue(fail('NetworkError', 'Offline.'));
    signInSucceeds();
    await setNewPassword();
    await settle(500);
    expect(address()).toBe('/account?tab=security');
  });

  it('returns to the page from which the header led to the sign-in', async () => {
    signInSucceeds();
    show({ pathname: '/auth', state: { from: '/account?tab=license' } });
    await enterCredentials('Submit');
    await settle(500);
    expect(address()).toBe('/account?tab=license');
  });

  it('does not ask another person', async () => {
    hasPasskey();
    requestFactorCheck('ben@example.test');
    signInSucceeds();
    await signIn();
    await settle(500);
    expect(address()).toBe('/pricing');
  });
});

describe('the link in the email to a new address', () => {
  const url = `/auth?mode=email#email=${encodeURIComponent(email)}&code=654321`;
  const isSignedIn = () => rememberSession({ email, groups: [], endsAtMs: Date.now() + 60_000 });

  it('confirms the address of the signed-in user, and opens the account', async () => {
    isSignedIn();
    await open(url);
    expect(amplify.confirmUserAttribute).not.toHaveBeenCalled();
    await press('Confirm');

    expect(amplify.confirmUserAttribute).toHaveBeenCalledExactlyOnceWith({
      userAttributeKey: 'email',
      confirmationCode: '654321',
    });
    expect(callApi).toHaveBeenCalledWith('syncEmail');
    expect(amplify.fetchAuthSession).toHaveBeenLastCalledWith({ forceRefresh: true });
    expect(screen.getByRole('heading', { name: 'Account' })).toBeTruthy();
  });

  it('succeeds although the site could not be notified', async () => {
    vi.spyOn(console, 'warn').mockImplementation(() => {});
    vi.mocked(callApi).mockRejectedValue(new Error('offline'));
    isSignedIn();
    await open(url);
    await press('Confirm');

    expect(screen.getByRole('heading', { name: 'Account' })).toBeTruthy();
  });

  it('asks signed-out visitors to sign in first', async () => {
    signInSucceeds();
    await open(url);
    expect(amplify.confirmUserAttribute).not.toHaveBeenCalled();
    await enterCredentials('Submit');
    await press('Confirm');

    expect(amplify.confirmUserAttribute).toHaveBeenCalledOnce();
    expect(screen.getByRole('heading', { name: 'Account' })).toBeTruthy();
  });

  it('returns to the address after a second factor', async () => {
    signInNeedsCode();
    await open(url);
    await enterCredentials('Submit');
    expect(address()).toBe('/auth?step=code&next=new-email');
    await submit('Six-digit code', '123456', 'Confirm');
    expect(amplify.confirmUserAttribute).not.toHaveBeenCalled();
    await press('Confirm');

    expect(amplify.confirmUserAttribute).toHaveBeenCalledOnce();
    expect(screen.getByRole('heading', { name: 'Account' })).toBeTruthy();
  });

  it('reports that its code no longer works, and continues', async () => {
    vi.mocked(amplify.confirmUserAttribute).mockRejectedValue(fail('ExpiredCodeException', 'Invalid code'));
    isSignedIn();
    await open(url);
    await press('Confirm');

    expect(screen.getByRole('alert').textContent).toMatch(/no longer valid/);
    expect(screen.getByRole('link', { name: 'your account' }).getAttribute('href')).toBe('/account');
  });
});

describe('a second factor', () => {
  it('requires the code, accepts another one after a wrong one, and opens pricing', async () => {
    signInNeedsCode();
    vi.mocked(amplify.confirmSignIn).mockRejectedValueOnce(
      fail('CodeMismatchException', 'Invalid code received for user'),
    );
    await signIn();
    expect(address()).toBe('/auth?step=code');
    await submit('Six-digit code', '000 000', 'Confirm');
    expect(amplify.confirmSignIn).toHaveBeenLastCalledWith({ challengeResponse: '000000' });
    expect(screen.getByRole('alert').textContent).toMatch(/incorrect/);

    await submit('Six-digit code', '123456', 'Confirm');
    await expectPage('Pricing');
  });

  it('continues after a reload', async () => {
    signInNeedsCode();
    const { unmount } = await signIn();
    unmount();
    show('/auth?step=code');

    await submit('Six-digit code', '123456', 'Confirm');
    await expectPage('Pricing');
  });

  it('starts again when the code is too late', async () => {
    signInNeedsCode();
    vi.mocked(amplify.confirmSignIn).mockRejectedValue(
      fail('NotAuthorizedException', 'Invalid session for the user, session is expired.'),
    );
    await signIn();
    await submit('Six-digit code', '123456', 'Confirm');

    expect(screen.getByRole('alert').textContent).toMatch(/enter your password again/);
    expect(screen.getByLabelText<HTMLInputElement>('Email').value).toBe(email);
  });

  it('asks for the password first if none was entered', () => {
    show('/auth?step=code');
    expect(screen.getByText('Sign in with your password first.')).toBeTruthy();
    expect(screen.getByLabelText('Password')).toBeTruthy();
  });

  it('can be canceled', async () => {
    signInNeedsCode();
    await signIn();
    await press('Go Back');
    expect(screen.getByLabelText('Password')).toBeTruthy();
  });
});

describe('a step whose email is unknown, as in a second tab', () => {
  it('asks for it when confirming', async () => {
    show('/auth?step=confirm');
    await press('Resend code');
    expect(screen.getByText('Enter your email address first.')).toBeTruthy();
    await submit('Email', email, 'Resend code');
    expect(amplify.resendSignUpCode).toHaveBeenCalledWith({ username: email });

    signInNeedsConfirmation();
    fill('Confirmation code', '123456');
    await submit('Password that you chose', password, 'Confirm');
    expect(amplify.confirmSignUp).toHaveBeenCalledWith({ username: email, confirmationCode: '123456' });
  });

  it('asks for it when setting a new password', async () => {
    signInSucceeds();
    show('/auth?step=new-password');
    fill('Email', email);
    fill('Code from the email', '123456');
    await submit('New password', 'Another-horse-8', 'Change Password');

    expect(amplify.confirmResetPassword).toHaveBeenCalledWith({
      username: email,
      confirmationCode: '123456',
      newPassword: 'Another-horse-8',
    });
  });
});

it('shows the form again after a sign-out in another tab', async () => {
  rememberSession({ email, groups: [], endsAtMs: Date.now() + 60_000 });
  show();
  expect(screen.queryByLabelText('Password')).toBeNull();
  localStorage.removeItem('session');
  act(() => void window.dispatchEvent(new StorageEvent('storage', { key: 'session' })));

  expect(screen.getByLabelText('Password')).toBeTruthy();
});

describe('a forgotten password', () => {
  it('asks only for the email, and can be canceled', async () => {
    show();
    await press('Forgot Password');
    expect(screen.queryByRole('tab')).toBeNull();
    expect(screen.queryByLabelText('Password')).toBeNull();

    await press('Go Back');
    expect(screen.getByLabelText('Password')).toBeTruthy();
  });

  it('sends an email and requires its code', async () => {
    show();
    await press('Forgot Password');
    await submit('Email', email, 'Send');

    expect(amplify.resetPassword).toHaveBeenCalledWith({ username: email });
    expect(screen.getByText('Password reset email sent! Check your inbox.')).toBeTruthy();
    expect(screen.getByLabelText('Code from the email')).toBeTruthy();
  });

  it('shows a failure', async () => {
    vi.mocked(amplify.resetPassword).mockRejectedValue(
      fail('LimitExceededException', 'Attempt limit exceeded'),
    );
    show();
    await press('Forgot Password');
    await submit('Email', email, 'Send');

    expect(screen.getByRole('alert').textContent).toBe('Attempt limit exceeded');
  });
});
