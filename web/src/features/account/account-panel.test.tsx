// @vitest-environment jsdom
import { act, cleanup, render, screen, waitFor } from '@testing-library/react';
import { MemoryRouter, Route, Routes } from 'react-router-dom';
import { afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import type { User } from '../../../../contract/records/user.ts';
import { ApiError } from '../../lib/api-error.ts';
import { callApi, readIfChanged } from '../../lib/call-api.ts';
import { downloadText } from '../../lib/download-text.ts';
import { forgetSession, rememberSession } from '../../lib/session.ts';
import { fill, press, submit } from '../../lib/test-page.tsx';
import { newUser } from '../../lib/test-user.ts';
import AccountPanel from './account-panel.tsx';

const identity = vi.hoisted(() => ({
  accessToken: vi.fn(),
  answerSecondFactor: vi.fn(),
  beginSecondFactor: vi.fn(),
  confirmEmailChange: vi.fn(),
  confirmSecondFactor: vi.fn(),
  endSecondFactor: vi.fn(),
  hasSecondFactor: vi.fn(),
  listPasskeys: vi.fn(),
  reauthenticate: vi.fn(),
  requestEmailChange: vi.fn(),
  sendPasswordResetCode: vi.fn(),
  signOut: vi.fn(),
  signOutEverywhere: vi.fn(),
}));
vi.mock('../../lib/identity-provider.ts', () => identity);
vi.mock('../../lib/call-api.ts');
vi.mock('../../lib/download-text.ts');
vi.mock('../../lib/refresh-groups.ts');

const user: User = {
  ...newUser,
  subscription: { status: 'active', plan: 'lifetime', lastPaymentDate: '2025-09-03T10:00:00Z' },
};

async function settle(milliseconds = 0) {
  await act(() => vi.advanceTimersByTimeAsync(milliseconds));
}

async function show(url = '/account') {
  render(
    <MemoryRouter initialEntries={[url]}>
      <Routes>
        <Route
          path="/account"
          element={
            <AccountPanel
              license={<p>One file</p>}
              purchases={<p>Two orders</p>}
              referrals={<p>Three visits</p>}
            />
          }
        />
        <Route path="/" element={<h1>Home</h1>} />
      </Routes>
    </MemoryRouter>,
  );
  await settle();
}

const alerts = () => screen.getAllByRole('alert').map(({ textContent }) => textContent);

function setRecord(record: User) {
  vi.mocked(readIfChanged).mockResolvedValue({ result: record, version: null });
}

function refused(name: string, message: string) {
  return Object.assign(new Error(message), { name });
}

// The panel loads these modules on first use. In a browser that takes a moment; here they must be
// available at once.
beforeAll(() => Promise.all([import('../../lib/identity-provider.ts'), import('./security-tab.tsx')]));

beforeEach(() => {
  vi.resetAllMocks();
  vi.useFakeTimers();
  rememberSession({
    userId: user.userId,
    email: user.email,
    groups: ['paid'],
    endsAtMs: Date.now() + 3_600_000,
  });
  setRecord(user);
  vi.mocked(callApi).mockResolvedValue({} as never);
  identity.hasSecondFactor.mockResolvedValue(false);
  identity.listPasskeys.mockResolvedValue([]);
  identity.reauthenticate.mockResolvedValue('done');
  identity.signOut.mockImplementation(async () => forgetSession());
  identity.signOutEverywhere.mockImplementation(async () => forgetSession());
});

afterEach(() => {
  cleanup();
  vi.useRealTimers();
  vi.unstubAllGlobals();
  localStorage.clear();
});

describe('access', () => {
  it('prompts signed-out visitors to log in', async () => {
    localStorage.clear();
    await show();

    expect(screen.getByRole('link', { name: 'Log In' }).getAttribute('href')).toBe(
      '/auth?returnTo=%2Faccount',
    );
    expect(readIfChanged).not.toHaveBeenCalled();
  });

  it('returns to the tab of a link after the sign-in', async () => {
    localStorage.clear();
    await show('/account?tab=security');

    expect(screen.getByRole('link', { name: 'Log In' }).getAttribute('href')).toBe(
      '/auth?returnTo=%2Faccount%3Ftab%3Dsecurity',
    );
  });

  it('reports that the session has ended', async () => {
    await show();
    act(() => forgetSession());

    expect(screen.getByRole('status').textContent).toContain('Your session has ended.');
    vi.mocked(readIfChanged).mockClear();
    await settle(60_000);
    expect(readIfChanged).not.toHaveBeenCalled();
  });

  it('reports that the account was deleted in another tab', async () => {
    await show();
    vi.useRealTimers();
    const otherTab = new BroadcastChannel('account-deleted');
    otherTab.postMessage(null);
    await waitFor(() => {
      act(() => forgetSession());
      expect(screen.getByRole('status').textContent).toContain('This account was deleted');
    });
    otherTab.close();
  });
});

describe('the other tabs', () => {
  it.each([
    ['license', 'One file', 'Two orders'],
    ['purchases', 'Two orders', 'Three visits'],
    ['referrals', 'Three visits', 'Two orders'],
  ])('renders only the tab in the address: %s', async (tab, shown, hidden) => {
    await show(`/account?tab=${tab}`);

    expect(screen.getByText(shown)).toBeTruthy();
    expect(screen.queryByText(hidden)).toBeNull();
  });
});

describe('General', () => {
  it('shows the email and the license with its date in words', async () => {
    await show();

    expect(screen.getByText('ana@example.test')).toBeTruthy();
    expect(screen.getByText(/Lifetime license since September 3, 2025/)).toBeTruthy();
  });

  it('links to the license if there is none, and shows a new one', async () => {
    setRecord(newUser);
    await show();
    expect(screen.getByRole('link', { name: /free lifetime license/ }).getAttribute('href')).toBe('/pricing');

    setRecord(user);
    await settle(60_000);
    expect(screen.getByText(/Lifetime license since September 3, 2025/)).toBeTruthy();
    expect(screen.getByRole('link', { name: 'Your license file' }).getAttribute('href')).toBe(
      '/account?tab=license',
    );
  });

  it('says that a license is a gift', async () => {
    setRecord({ ...user, subscription: { ...user.subscription, isGift: true } });
    await show();
    expect(screen.getByText('Lifetime license, a gift, since September 3, 2025.')).toBeTruthy();
  });

  it('shows that a license has ended', async () => {
    setRecord({
      ...newUser,
      subscription: { ...newUser.subscription, lastPaymentDate: '2025-09-03T10:00:00Z' },
    });
    await show();
    expect(screen.getByText(/Your license has ended/)).toBeTruthy();
  });

  it('hides the user ID until requested, and copies it', async () => {
    const writeText = vi.fn().mockResolvedValueOnce(undefined).mockRejectedValue(new Error('not allowed'));
    vi.stubGlobal('navigator', { onLine: true, clipboard: { writeText } });
    await show();
    expect(screen.queryByText('user-4711')).toBeNull();

    await press('Show user ID');
    expect(screen.getByText('user-4711')).toBeTruthy();
    await press('Copy user ID');
    expect(writeText).toHaveBeenCalledWith('user-4711');
    expect(screen.getByText('Copied')).toBeTruthy();
    await press('Copy user ID');
    expect(screen.queryByText('Copied')).toBeNull();
    expect(screen.getByText(/blocked the copy/)).toBeTruthy();

    await press('Hide user ID');
    expect(screen.queryByText('user-4711')).toBeNull();
  });

  it('reports a failure and retries', async () => {
    vi.mocked(readIfChanged).mockRejectedValueOnce(new ApiError('unavailable', 'The server is asleep.'));
    await show();
    expect(alerts()).toEqual(['The server is asleep.']);

    screen.getByRole('button', { name: 'Try again' }).focus();
    await press('Try again');
    expect(screen.getByText('ana@example.test')).toBeTruthy();
    expect(document.activeElement).not.toBe(document.body);
    expect(document.activeElement?.contains(screen.getByText('ana@example.test'))).toBe(true);
  });

  it('keeps showing loaded data while the server is unreachable, with a notice', async () => {
    await show();
    vi.mocked(readIfChanged).mockRejectedValueOnce(new ApiError('unavailable', 'The server is asleep.'));
    await settle(60_000);
    expect(screen.getByText('ana@example.test')).toBeTruthy();
    expect(screen.getByText(/The server is asleep\. What you see here may be out of date/)).toBeTruthy();

    await settle(1_000);
    expect(screen.queryByText(/out of date/)).toBeNull();
  });

  it('sends an email to set a new password', async () => {
    identity.sendPasswordResetCode.mockRejectedValueOnce(
      refused('LimitExceededException', 'Attempt limit exceeded, please try after some time.'),
    );
    await show();
    await press('Email me a link to set a new password');
    expect(alerts()).toEqual(['Attempt limit exceeded, please try after some time.']);

    await press('Email me a link to set a new password');
    expect(identity.sendPasswordResetCode).toHaveBeenLastCalledWith('ana@example.test');
    expect(screen.getByText('Success! Check your inbox for a link to update your password.')).toBeTruthy();
    expect(screen.queryByRole('alert')).toBeNull();
  });
});

describe('changing the email', () => {
  async function request(email = 'bea@example.test') {
    await show();
    await press('Edit email');
    fill('New email', email);
    await submit('Current password', 'Correct-horse-7', 'Update');
  }

  const moved = { ...user, email: 'bea@example.test' };

  it('requires the password, then the code', async () => {
    await request();
    expect(identity.reauthenticate).toHaveBeenCalledWith('Correct-horse-7');
    expect(identity.requestEmailChange).toHaveBeenCalledWith('bea@example.test');
    expect(screen.getByText('Success! Check your inbox to verify the new email.')).toBeTruthy();

    vi.mocked(callApi).mockResolvedValue(moved);
    await submit('Code from the email', ' 123456 ', 'Confirm');
    expect(identity.confirmEmailChange).toHaveBeenCalledWith('123456');
    expect(callApi).toHaveBeenCalledWith('syncEmail');
    expect(identity.accessToken).toHaveBeenCalledWith({ forceRefresh: true });
    expect(screen.getByText('bea@example.test')).toBeTruthy();
    expect(screen.getByText('Your email has been changed.')).toBeTruthy();
  });

  it('requires the code of the second factor in between', async () => {
    identity.reauthenticate.mockResolvedValue('code-needed');
    identity.answerSecondFactor.mockRejectedValueOnce(refused('CodeMismatchException', 'Code mismatch'));
    await request();
    expect(identity.requestEmailChange).not.toHaveBeenCalled();
    expect(document.activeElement?.getAttribute('aria-label')).toBe('Confirm that it is you');

    await submit('Code from your authenticator app', '000000', 'Confirm');
    expect(alerts()).toEqual([
      'This code is incorrect. Enter the code that your authenticator app shows now.',
    ]);
    expect(identity.requestEmailChange).not.toHaveBeenCalled();

    await submit('Code from your authenticator app', '123456', 'Confirm');
    expect(identity.answerSecondFactor).toHaveBeenLastCalledWith('123456');
    expect(identity.requestEmailChange).toHaveBeenCalledWith('bea@example.test');
  });

  it('reports a wrong password, and changes nothing', async () => {
    identity.reauthenticate.mockRejectedValue(
      refused('NotAuthorizedException', 'Incorrect username or password.'),
    );
    await request();
    expect(alerts()).toEqual(['Incorrect password.']);
    expect(identity.requestEmailChange).not.toHaveBeenCalled();
  });

  it('reports that the address belongs to another account, and allows a correction, even after a code', async () => {
    identity.reauthenticate.mockResolvedValue('code-needed');
    identity.requestEmailChange.mockRejectedValueOnce(
      refused('AliasExistsException', 'An account with the given email already exists.'),
    );
    await request();
    await submit('Code from your authenticator app', '123456', 'Confirm');
    expect(alerts()).toEqual(['An account with the given email already exists.']);
    expect(screen.getByLabelText<HTMLInputElement>('New email').value).toBe('bea@example.test');
  });

  it('rejects the current address', async () => {
    await request('Ana@Example.test');
    expect(alerts()).toEqual(['This is already your email address.']);
    expect(identity.requestEmailChange).not.toHaveBeenCalled();
  });

  it('reports a wrong code, and sends another', async () => {
    identity.confirmEmailChange.mockRejectedValue(
      refused('CodeMismatchException', 'Invalid verification code provided, please try again.'),
    );
    await request();
    await submit('Code from the email', '000000', 'Confirm');
    expect(alerts()).toEqual(['This code is incorrect. Check it and try again, or request a new one.']);

    await press('Resend code');
    expect(screen.getByText(/^Wait \d+ more seconds/)).toBeTruthy();
    await settle(60_000);
    await press('Resend code');
    expect(identity.requestEmailChange).toHaveBeenCalledTimes(2);
    expect(screen.getByText('We sent you a new code. Check your inbox.')).toBeTruthy();
  });

  it('detects that the link was opened elsewhere', async () => {
    await request();
    vi.mocked(callApi).mockResolvedValue(moved);
    setRecord(moved);
    await settle(60_000);
    expect(screen.getByText('Your email has been changed.')).toBeTruthy();
    expect(screen.queryByLabelText('Code from the email')).toBeNull();
  });

  it('changes the address although the record was unreachable', async () => {
    vi.spyOn(console, 'warn').mockImplementation(() => {});
    vi.mocked(callApi).mockRejectedValue(new ApiError('unavailable', 'The server is asleep.'));
    await request();
    await submit('Code from the email', '123456', 'Confirm');
    expect(screen.getByText('Your email has been changed.')).toBeTruthy();
  });

  it('can be canceled', async () => {
    await show();
    await press('Edit email');
    await press('Close');
    expect(screen.queryByLabelText('New email')).toBeNull();
    expect(document.activeElement?.getAttribute('aria-label')).toBe('Email');
  });
});

describe('the second factor', () => {
  const key = 'JBSWY3DPEHPK3PXP';

  async function openSecurity(isOn: boolean) {
    identity.hasSecondFactor.mockResolvedValue(isOn);
    identity.beginSecondFactor.mockResolvedValue({ key, uri: `otpauth://totp/Lorewright:ana?secret=${key}` });
    await show('/account?tab=security');
  }

  async function prove(button: string) {
    fill('Current password', 'Correct-horse-7');
    await press(button);
  }

  it('turns on with the password, a key and a code', async () => {
    await openSecurity(false);
    await press('Turn On');
    expect(identity.beginSecondFactor).not.toHaveBeenCalled();
    await prove('Continue');
    expect(identity.reauthenticate).toHaveBeenCalledWith('Correct-horse-7');
    expect(screen.getByText('JBSW Y3DP EHPK 3PXP')).toBeTruthy();
    vi.useRealTimers();
    const code = await screen.findByRole('img', { name: /QR code/ });
    expect(code.querySelector('path')?.getAttribute('d')).toMatch(/^M4 4h7v1h-7z/);
    expect(code.outerHTML).not.toContain('style=');

    vi.useFakeTimers();
    identity.confirmSecondFactor.mockRejectedValueOnce(
      refused('EnableSoftwareTokenMFAException', 'Code mismatch'),
    );
    await submit('Code that the app shows', '000 000', 'Turn On');
    expect(identity.confirmSecondFactor).toHaveBeenLastCalledWith('000000');
    expect(alerts()[0]).toMatch(/^This code is incorrect/);

    vi.mocked(callApi).mockResolvedValue({ codes: ['7K3M-Q0XT-9WBD'] } as never);
    await submit('Code that the app shows', '123456', 'Turn On');
    expect(screen.getByText('The second factor is on now.')).toBeTruthy();
    await press('I saved my codes');
    expect(screen.getByRole('button', { name: 'Turn Off' })).toBeTruthy();
  });

  it('turns off with the password and a code', async () => {
    identity.reauthenticate.mockResolvedValue('code-needed');
    await openSecurity(true);
    await press('Turn Off');
    await prove('Turn Off');
    expect(identity.endSecondFactor).not.toHaveBeenCalled();
    await submit('Code from your authenticator app', '123456', 'Confirm');
    expect(identity.endSecondFactor).toHaveBeenCalledOnce();
    expect(screen.getByText('The second factor is off now.')).toBeTruthy();
    expect(callApi).toHaveBeenCalledExactlyOnceWith('reviewSecurity');
  });

  it('stays on when it was turned on elsewhere at the same time', async () => {
    await openSecurity(false);
    await press('Turn On');
    identity.hasSecondFactor.mockResolvedValue(true);
    await prove('Continue');
    expect(identity.beginSecondFactor).not.toHaveBeenCalled();
    expect(screen.getByText('The second factor is on now.')).toBeTruthy();
  });

  it('can be reloaded when there is no response', async () => {
    identity.hasSecondFactor.mockRejectedValueOnce(refused('NetworkError', 'A network error has occurred.'));
    await show('/account?tab=security');
    expect(alerts()).toEqual(['You are offline. Check your connection and try again.']);
    await press('Try again');
    expect(screen.getByRole('button', { name: 'Turn On' })).toBeTruthy();
  });
});

describe('the export', () => {
  it('saves the data as one readable file', async () => {
    const lists = { feedback: [1], orders: [], emails: [], team: [], referrals: [], conversions: [] };
    const data = { exportedAt: '2026-03-01T00:00:00Z', account: {}, user, ...lists };
    vi.mocked(callApi).mockImplementation((async (_: string, { cursor }: { cursor?: string }) =>
      cursor === 'second'
        ? { ...data, exportedAt: '2026-03-01T00:00:01Z', feedback: [2] }
        : { ...structuredClone(data), next: 'second' }) as never);
    await show('/account?tab=settings');
    await press('Export my data');
    const [fileName, , text] = vi.mocked(downloadText).mock.lastCall ?? [];
    expect(fileName).toBe('lorewright-data.json');
    expect(text).toBe(`${JSON.stringify({ ...data, feedback: [1, 2] }, null, 2)}\n`);
  });

  it('reports too many exports', async () => {
    const message = 'You have done this too many times. Try again in 12 minutes.';
    vi.mocked(callApi).mockRejectedValue(new ApiError('resource-exhausted', message));
    await show('/account?tab=settings');
    await press('Export my data');
    expect(alerts()).toEqual([message]);
    expect(downloadText).not.toHaveBeenCalled();
  });
});

describe('signing out', () => {
  it('opens the home page', async () => {
    await show('/account?tab=settings');
    await press('Sign Out');

    expect(screen.getByRole('heading', { name: 'Home' })).toBeTruthy();
    expect(identity.signOut).toHaveBeenCalledOnce();
  });

  it('opens the home page even when the identity provider fails', async () => {
    identity.signOut.mockImplementation(async () => {
      forgetSession();
      throw refused('NetworkError', 'A network error has occurred.');
    });
    await show('/account?tab=settings');
    await press('Sign Out');
    expect(screen.getByRole('heading', { name: 'Home' })).toBeTruthy();
  });

  it('reports when other devices could not be signed out', async () => {
    identity.signOutEverywhere.mockRejectedValueOnce(
      refused('NetworkError', 'A network error has occurred.'),
    );
    await show('/account?tab=security');
    await press('Sign Out Everywhere');
    expect(alerts()).toEqual(['You are offline. Check your connection and try again.']);

    await press('Sign Out Everywhere');
    expect(screen.getByRole('heading', { name: 'Home' })).toBeTruthy();
  });
});

describe('deleting the account', () => {
  async function openDeletion() {
    await show('/account?tab=settings');
    await press('Delete Account');
  }

  it('requires the password', async () => {
    await openDeletion();
    expect(screen.getByLabelText<HTMLInputElement>('Current password').required).toBe(true);
    await press('Go Back');
    expect(screen.getByRole('button', { name: 'Delete Account' })).toBeTruthy();
    expect(callApi).not.toHaveBeenCalled();
  });

  it.each([
    ['offers first to pass on a license', ['paid'], true],
    ['offers nothing without a license', [], false],
  ])('%s', async (_, groups, isOffered) => {
    rememberSession({ email: 'ana@example.test', groups, endsAtMs: Date.now() + 1_000_000 });
    await show('/account?tab=settings');
    const link = screen.queryByRole('link', { name: 'pass it on to another person' });
    expect(link?.getAttribute('href') ?? null).toBe(isOffered ? '/account?tab=license#pass-on' : null);
  });

  it('shows what was removed and what was kept, and signs out', async () => {
    vi.mocked(callApi).mockResolvedValue({ feedbackCount: 2, orderCount: 1 } as never);
    await openDeletion();
    await submit('Current password', 'Correct-horse-7', 'Delete');
    expect(callApi).toHaveBeenCalledExactlyOnceWith('deleteAccountData');
    expect(identity.signOut).toHaveBeenCalledOnce();
    const heading = screen.getByRole('heading', { name: 'Your account is deleted' });
    expect(document.activeElement).toBe(heading);
    expect(screen.getByText('The 2 pieces of feedback you sent us.')).toBeTruthy();
    expect(screen.getByText(/^Your order, without your user ID or email address/)).toBeTruthy();
    expect(screen.getByText('ana@example.test')).toBeTruthy();
  });

  it.each([
    ['removes feedback that was not sent', user.userId, false],
    ['keeps another user’s unsent text', 'somebody-else', true],
  ])('%s', async (_, author, stays) => {
    const draft = { feedbackId: 'feedback-1', author, type: 'General Feedback', content: 'A compass!' };
    localStorage.setItem('feedbackDraft', JSON.stringify(draft));
    vi.mocked(callApi).mockResolvedValue({ feedbackCount: 0, orderCount: 0 } as never);
    await openDeletion();
    await submit('Current password', 'Correct-horse-7', 'Delete');
    expect(localStorage.getItem('feedbackDraft') !== null).toBe(stays);
  });

  it('shows the same if the sign-in had already ended', async () => {
    vi.spyOn(console, 'warn').mockImplementation(() => {});
    vi.mocked(callApi).mockResolvedValue({ feedbackCount: 0, orderCount: 0 } as never);
    identity.signOut.mockImplementation(async () => {
      forgetSession();
      throw refused('NotAuthorizedException', 'Access Token has been revoked');
    });
    await openDeletion();
    await submit('Current password', 'Correct-horse-7', 'Delete');
    expect(screen.getByText('Nothing: you had no orders.')).toBeTruthy();
  });

  it('shows the error and keeps the form', async () => {
    const message = 'Please confirm that it is you, then repeat this.';
    vi.mocked(callApi).mockRejectedValue(new ApiError('permission-denied', message));
    await openDeletion();
    await submit('Current password', 'Correct-horse-7', 'Delete');
    expect(alerts()).toEqual([message]);
    expect(screen.queryByText('Deleting your account…')).toBeNull();
    expect(identity.signOut).not.toHaveBeenCalled();
  });
});
