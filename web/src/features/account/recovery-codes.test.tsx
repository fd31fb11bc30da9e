// @vitest-environment jsdom
import { act, cleanup, render, screen } from '@testing-library/react';
import { MemoryRouter } from 'react-router-dom';
import { afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import type { User } from '../../../../contract/records/user.ts';
import { ApiError } from '../../lib/api-error.ts';
import { callApi } from '../../lib/call-api.ts';
import { downloadText } from '../../lib/download-text.ts';
import { logQuietly } from '../../lib/log-quietly.ts';
import { rememberSession } from '../../lib/session.ts';
import { press, submit } from '../../lib/test-page.tsx';
import { newUser } from '../../lib/test-user.ts';
import { SecurityTab } from './security-tab.tsx';
import { prove } from './test-security.ts';

const identity = vi.hoisted(() => ({
  answerSecondFactor: vi.fn(),
  beginSecondFactor: vi.fn(),
  confirmSecondFactor: vi.fn(),
  endSecondFactor: vi.fn(),
  hasSecondFactor: vi.fn(),
  listPasskeys: vi.fn(),
  reauthenticate: vi.fn(),
}));
vi.mock('../../lib/identity-provider.ts', () => identity);
vi.mock('../../lib/call-api.ts');
vi.mock('../../lib/download-text.ts');
vi.mock('../../lib/log-quietly.ts');
vi.mock('../../lib/use-passkeys.ts', () => ({ usePasskeys: () => false }));

const codes = Array.from({ length: 10 }, (_, index) => `7K3M-Q0XT-9WB${index}`);
const askAgain = vi.fn();
const tooOld = new ApiError('permission-denied', 'Please confirm that it is you, then repeat this.');
const broken = new ApiError('unavailable', 'The server is asleep.');

const settle = () => act(async () => {});

async function show(user: User | null = newUser) {
  const record = { value: user, failure: null, askAgain, take: vi.fn() };
  render(
    <MemoryRouter>
      <SecurityTab record={record} />
    </MemoryRouter>,
  );
  await settle();
}

async function turnOn() {
  identity.hasSecondFactor.mockResolvedValue(false);
  await show();
  await press('Turn On');
  await prove('Continue');
  await submit('Code that the app shows', '123456', 'Turn On');
}

const shownCodes = () => screen.getAllByRole('listitem').map(({ textContent }) => textContent);
const calls = () => vi.mocked(callApi).mock.calls.map(([name]) => name);

function renewal(...outcomes: (string[] | Error)[]) {
  const queue = [...outcomes];
  vi.mocked(callApi).mockImplementation(async (name) => {
    if (name !== 'renewRecoveryCodes') return {} as never;
    const outcome = queue.shift();
    if (!outcome || outcome instanceof Error) throw outcome;
    return { codes: outcome } as never;
  });
}

beforeAll(() => import('../../lib/identity-provider.ts'));

beforeEach(() => {
  vi.resetAllMocks();
  rememberSession({ email: newUser.email, groups: [], endsAtMs: Date.now() + 3_600_000 });
  identity.hasSecondFactor.mockResolvedValue(true);
  identity.beginSecondFactor.mockResolvedValue({ key: 'JBSWY3DP', uri: 'otpauth://totp/ana' });
  identity.listPasskeys.mockResolvedValue([]);
  identity.reauthenticate.mockResolvedValue('done');
  renewal(codes);
});

afterEach(() => {
  cleanup();
  localStorage.clear();
  vi.unstubAllGlobals();
});

describe('turning on the second factor', () => {
  it('shows ten codes once, and reads the record again', async () => {
    await turnOn();
    expect(screen.getByText('The second factor is on now.')).toBeTruthy();
    expect(shownCodes()).toEqual(codes);
    expect(screen.getByText('They are not shown again.')).toBeTruthy();
    expect(askAgain).toHaveBeenCalledOnce();
    // The owner got an email about the new codes.
    expect(calls()).toEqual(['renewRecoveryCodes']);

    await press('I saved my codes');
    expect(screen.queryByRole('article')).toBeNull();
    // This stage has no passkeys.
    expect(screen.getByText(/^On: .* a code from your authenticator app\.$/)).toBeTruthy();
    expect(screen.getByRole('button', { name: 'Turn Off' })).toBeTruthy();
    expect(document.activeElement?.getAttribute('aria-label')).toBe('Second factor');
  });

  it('requires another proof if the sign-in is too old', async () => {
    renewal(tooOld, codes);
    await turnOn();
    expect(screen.getByText('The second factor is on now.')).toBeTruthy();
    expect(calls()).toEqual(['renewRecoveryCodes', 'reviewSecurity']);
    await prove('Continue');
    expect(identity.reauthenticate).toHaveBeenCalledTimes(2);
    expect(shownCodes()).toEqual(codes);
  });

  it('offers no new codes while it shows the first', async () => {
    renewal(codes);
    await turnOn();
    expect(shownCodes()).toEqual(codes);
    expect(screen.queryByRole('region', { name: 'Recovery codes' })).toBeNull();
  });

  it('stays on when creating the codes fails, reports the failure, and retries', async () => {
    renewal(broken, codes);
    await turnOn();
    expect(screen.getByRole('alert').textContent).toBe('The server is asleep.');
    expect(screen.getByText('The second factor is on now.')).toBeTruthy();
    expect(identity.endSecondFactor).not.toHaveBeenCalled();
    expect(calls()).toEqual(['renewRecoveryCodes', 'reviewSecurity']);

    await press('Try again');
    expect(shownCodes()).toEqual(codes);
  });

  it.each([tooOld, broken])('can be finished without codes: $message', async (failure) => {
    renewal(failure);
    await turnOn();
    await press('Later');
    expect(screen.getByRole('button', { name: 'Turn Off' })).toBeTruthy();
    expect(screen.getByText('You have no recovery codes yet.')).toBeTruthy();
  });
});

describe('new codes', () => {
  it('can be copied, one on each line', async () => {
    const writeText = vi.fn().mockResolvedValue(undefined);
    vi.stubGlobal('navigator', { clipboard: { writeText } });
    await turnOn();
    await press('Copy recovery codes');
    expect(writeText).toHaveBeenCalledWith(codes.join('\n'));
    expect(screen.getByText('Copied')).toBeTruthy();
  });

  it('can be saved as a file that explains their purpose', async () => {
    await turnOn();
    await press('Download recovery codes');
    const [fileName, mediaType, text = ''] = vi.mocked(downloadText).mock.lastCall ?? [];
    expect([fileName, mediaType]).toEqual(['lorewright-recovery-codes.txt', 'text/plain']);
    const facts = [`Site: ${location.origin}`, `Account: ${newUser.email}`, '/auth?step=recover'];
    for (const line of [...facts, ...codes]) expect(text).toContain(line);
  });

  it('can be printed', async () => {
    const print = vi.fn();
    vi.stubGlobal('print', print);
    await turnOn();
    await press('Print recovery codes');
    expect(print).toHaveBeenCalledOnce();
    const sheet = screen.getByRole('article').textContent;
    for (const text of ['Lorewright', location.host, newUser.email]) expect(sheet).toContain(text);
  });
});

describe('the section for recovery codes', () => {
  it.each([
    [undefined, 'You have no recovery codes yet.'],
    [0, 'You have no recovery codes left.'],
    [1, '1 of 10 recovery codes is left.'],
    [7, '7 of 10 recovery codes are left.'],
  ])('says how many are left: %s', async (left, sentence) => {
    await show({ ...newUser, ...(left !== undefined && { recoveryCodesLeft: left }) });
    expect(screen.getByText(sentence)).toBeTruthy();
  });

  it('shows nothing before the record is loaded', async () => {
    await show(null);
    expect(screen.queryByText(/You have no recovery codes|of 10/)).toBeNull();
    expect(screen.getByRole('button', { name: 'Make New Codes' })).toBeTruthy();
  });

  it('is hidden while the second factor is off', async () => {
    identity.hasSecondFactor.mockResolvedValue(false);
    await show();
    expect(screen.queryByRole('heading', { name: 'Recovery codes' })).toBeNull();
  });

  it('links to the page where a code turns the app off', async () => {
    await show({ ...newUser, recoveryCodesLeft: 1 });
    const link = screen.getByRole('link', { name: 'Lost your app?' });
    expect(link.getAttribute('href')).toBe('/auth?step=recover');
  });

  it.each([undefined, 0])('does not mention kept codes to people who have none: %s', async (left) => {
    await show({ ...newUser, ...(left !== undefined && { recoveryCodesLeft: left }) });
    expect(screen.queryByText(/did not keep the codes/)).toBeNull();
    expect(screen.queryByRole('link', { name: 'Lost your app?' })).toBeNull();
  });

  it('says that the second factor is off when it was turned off elsewhere', async () => {
    renewal(new ApiError('invalid-argument', 'Turn on the authenticator app first.'));
    await show();
    await press('Make New Codes');
    await prove('Make New Codes');
    expect(screen.getByRole('button', { name: 'Turn On' })).toBeTruthy();
    expect(screen.queryByRole('heading', { name: 'Recovery codes' })).toBeNull();
    expect(screen.getByRole('status').textContent).toBe('The second factor is off now.');
  });

  it('creates new codes after a proof', async () => {
    await show({ ...newUser, recoveryCodesLeft: 7 });
    await press('Make New Codes');
    expect(screen.getByText('You get 10 new codes. Any old ones stop working.')).toBeTruthy();
    expect(callApi).not.toHaveBeenCalled();
    await prove('Make New Codes');
    expect(identity.reauthenticate).toHaveBeenCalledWith('Correct-horse-7');
    expect(shownCodes()).toEqual(codes);
    expect(askAgain).toHaveBeenCalledOnce();
    expect(calls()).toEqual(['renewRecoveryCodes']);

    await press('I saved my codes');
    expect(document.activeElement?.getAttribute('aria-label')).toBe('Recovery codes');
  });

  it('shows why there are no new codes', async () => {
    const message = 'You have done this too many times. Try again in 12 minutes.';
    renewal(new ApiError('resource-exhausted', message));
    await show();
    await press('Make New Codes');
    await prove('Make New Codes');
    expect(screen.getByRole('alert').textContent).toBe(message);
    await press('Go Back');
    expect(screen.getByRole('button', { name: 'Make New Codes' })).toBeTruthy();
  });
});

it('turns the second factor off although the owner could not be notified', async () => {
  vi.mocked(callApi).mockRejectedValue(broken);
  await show();
  await press('Turn Off');
  await prove('Turn Off');
  expect(screen.getByText('The second factor is off now.')).toBeTruthy();
  expect(callApi).toHaveBeenCalledExactlyOnceWith('reviewSecurity');
  expect(logQuietly).toHaveBeenCalledOnce();
  expect(screen.queryByRole('alert')).toBeNull();
});
