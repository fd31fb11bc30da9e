// @vitest-environment jsdom
import * as amplify from 'aws-amplify/auth';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { accessToken, confirmRegistration, signInWithPassword, signOut } from './identity-provider.ts';
import { currentSession, rememberSession } from './session.ts';

vi.mock('aws-amplify', () => ({ Amplify: { configure: vi.fn() } }));
vi.mock('aws-amplify/auth');
vi.mock('./web-settings.ts', () => ({
  loadWebSettings: async () => ({ userPoolId: 'us-east-1_1', userPoolClientId: 'c1' }),
}));

const signedInAtSeconds = Math.floor(Date.now() / 1000);

function named(name: string, message = '') {
  return Object.assign(new Error(message), { name });
}

function answerTokens(groups?: string[]) {
  vi.mocked(amplify.fetchAuthSession).mockResolvedValue({
    tokens: {
      accessToken: {
        payload: { auth_time: signedInAtSeconds, ...(groups && { 'cognito:groups': groups }) },
        toString: () => 'access-token',
      },
      idToken: { payload: { email: 'ana@example.test' }, toString: () => 'id-token' },
    },
  });
}

beforeEach(() => {
  vi.resetAllMocks();
  answerTokens();
});

afterEach(() => {
  localStorage.clear();
});

describe('signing in', () => {
  it('leaves the session hint of the tokens', async () => {
    answerTokens(['vip']);
    vi.mocked(amplify.signIn).mockResolvedValue({ isSignedIn: true, nextStep: { signInStep: 'DONE' } });

    expect(await signInWithPassword('ana@example.test', 'Password12')).toBe('signed-in');
    expect(currentSession()).toEqual({
      email: 'ana@example.test',
      groups: ['vip'],
      endsAtMs: (signedInAtSeconds + 30 * 24 * 60 * 60) * 1000,
    });
  });

  it('says that an address is not confirmed', async () => {
    vi.mocked(amplify.signIn).mockResolvedValue({
      isSignedIn: false,
      nextStep: { signInStep: 'CONFIRM_SIGN_UP' },
    });

    expect(await signInWithPassword('ana@example.test', 'Password12')).toBe('unconfirmed');
    expect(currentSession()).toBeNull();
  });

  it('replaces an earlier sign-in', async () => {
    vi.mocked(amplify.signIn)
      .mockRejectedValueOnce(named('UserAlreadyAuthenticatedException'))
      .mockResolvedValue({ isSignedIn: true, nextStep: { signInStep: 'DONE' } });

    expect(await signInWithPassword('ana@example.test', 'Password12')).toBe('signed-in');
    expect(amplify.signOut).toHaveBeenCalledOnce();
  });
});

describe('confirming a registration', () => {
  it('is content with an address that is confirmed already', async () => {
    vi.mocked(amplify.confirmSignUp).mockRejectedValue(
      named('NotAuthorizedException', 'User cannot be confirmed. Current status is CONFIRMED'),
    );

    await expect(confirmRegistration('ana@example.test', '123456')).resolves.toBeUndefined();
  });

  it('reports a wrong code', async () => {
    vi.mocked(amplify.confirmSignUp).mockRejectedValue(named('CodeMismatchException', 'Invalid code'));

    await expect(confirmRegistration('ana@example.test', '123456')).rejects.toThrow('Invalid code');
  });
});

describe('the access token', () => {
  it('brings the groups of the moment into the hint', async () => {
    await accessToken();
    expect(currentSession()?.groups).toEqual([]);

    answerTokens(['paid']);
    expect(await accessToken({ forceRefresh: true })).toBe('access-token');

    expect(amplify.fetchAuthSession).toHaveBeenLastCalledWith({ forceRefresh: true });
    expect(currentSession()?.groups).toEqual(['paid']);
  });

  it('is null, and the hint is forgotten, when the sign-in has ended', async () => {
    rememberSession({ email: 'ana@example.test', groups: [], endsAtMs: Date.now() + 60_000 });
    vi.mocked(amplify.fetchAuthSession).mockResolvedValue({});

    expect(await accessToken()).toBeNull();
    expect(currentSession()).toBeNull();
  });
});

it('signs out here even if the user pool cannot be told', async () => {
  rememberSession({ email: 'ana@example.test', groups: [], endsAtMs: Date.now() + 60_000 });
  vi.mocked(amplify.signOut).mockRejectedValue(named('NetworkError', 'A network error has occurred.'));

  await expect(signOut()).rejects.toThrow('A network error has occurred.');
  expect(currentSession()).toBeNull();
});
