// @vitest-environment jsdom
import * as amplify from 'aws-amplify/auth';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type * as IdentityProvider from './identity-provider.ts';
import { currentSession, rememberSession } from './session.ts';

vi.mock('aws-amplify', () => ({
  Amplify: { configure: vi.fn() },
  createAmplifyContext: (config: object) => config,
}));
vi.mock('aws-amplify/auth');
const loadTokens = vi.hoisted(() => vi.fn());
vi.mock('aws-amplify/auth/cognito', () => ({
  cognitoUserPoolsTokenProvider: { authTokenStore: { loadTokens }, teardownNotify: () => {} },
}));
vi.mock('./load-web-settings.ts', () => ({
  loadWebSettings: async () => ({
    userPoolId: 'us-east-1_1',
    userPoolClientId: 'c1',
    passkeyDomain: 'localhost',
  }),
}));

const signedInAtSeconds = Math.floor(Date.now() / 1000);
const minute = 60;
const day = 24 * 60 * minute;

let identity: typeof IdentityProvider;

function named(name: string, message = '') {
  return Object.assign(new Error(message), { name });
}

interface TokenFacts {
  groups?: string[];
  text?: string;
  /** The lifetime of the tokens. */
  seconds?: number;
  /** How far the user pool's clock is ahead of the browser's. */
  clockAheadSeconds?: number;
}

function session({ groups, text = 'access-token', seconds, clockAheadSeconds = 0 }: TokenFacts = {}) {
  const iat = Math.floor(Date.now() / 1000) + clockAheadSeconds;
  const lifetime: Record<string, number> = seconds === undefined ? {} : { iat, exp: iat + seconds };
  return {
    tokens: {
      accessToken: {
        payload: {
          auth_time: signedInAtSeconds,
          username: 'user-4711',
          ...lifetime,
          ...(groups && { 'cognito:groups': groups }),
        },
        toString: () => text,
      },
      idToken: { payload: { email: 'ana@example.test', ...lifetime }, toString: () => 'id-token' },
    },
  };
}

function answerTokens(facts?: TokenFacts) {
  vi.mocked(amplify.fetchAuthSession).mockImplementation(async () => session(facts));
}

/** Amplify stores, with the tokens, how far the user pool's clock is ahead of the browser's. */
function measureClock(aheadSeconds: number) {
  loadTokens.mockResolvedValue({ clockDrift: aheadSeconds * 1000 });
}

function signInLeadsTo(signInStep: amplify.SignInOutput['nextStep']['signInStep']) {
  const isSignedIn = signInStep === 'DONE';
  vi.mocked(amplify.signIn).mockResolvedValue({
    isSignedIn,
    nextStep: { signInStep },
  } as amplify.SignInOutput);
}

const never = () => new Promise<never>(() => {});

beforeEach(async () => {
  vi.resetAllMocks();
  vi.resetModules();
  identity = await import('./identity-provider.ts');
  answerTokens();
});

afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
  localStorage.clear();
});

describe('signing in', () => {
  it('stores the session hint of the tokens', async () => {
    answerTokens({ groups: ['vip'] });
    signInLeadsTo('DONE');

    expect(await identity.signInWithPassword('ana@example.test', 'Password12')).toBe('signed-in');
    expect(currentSession()).toEqual({
      email: 'ana@example.test',
      groups: ['vip'],
      endsAtMs: (signedInAtSeconds + 30 * 24 * 60 * 60) * 1000,
    });
  });

  it('reports that an address is not confirmed', async () => {
    signInLeadsTo('CONFIRM_SIGN_UP');

    expect(await identity.signInWithPassword('ana@example.test', 'Password12')).toBe('unconfirmed');
    expect(currentSession()).toBeNull();
  });

  it('replaces an earlier sign-in', async () => {
    signInLeadsTo('DONE');
    vi.mocked(amplify.signIn).mockRejectedValueOnce(named('UserAlreadyAuthenticatedException'));

    expect(await identity.signInWithPassword('ana@example.test', 'Password12')).toBe('signed-in');
    expect(amplify.signOut).toHaveBeenCalledOnce();
  });

  it.each([
    'CONTINUE_SIGN_IN_WITH_FIRST_FACTOR_SELECTION',
    // The address is not confirmed.
    'CONFIRM_SIGN_UP',
  ] as const)('asks for the password if a passkey leads to %s', async (step) => {
    signInLeadsTo(step);

    await expect(identity.signInWithPasskey('ana@example.test')).rejects.toThrow(
      'There is no passkey for this email address. Sign in with your password.',
    );
    expect(currentSession()).toBeNull();
  });

  it('finishes with the correct code of the second factor', async () => {
    signInLeadsTo('CONFIRM_SIGN_IN_WITH_TOTP_CODE');
    expect(await identity.signInWithPassword('ana@example.test', 'Password12')).toBe('code-needed');
    expect(currentSession()).toBeNull();

    vi.mocked(amplify.confirmSignIn)
      .mockRejectedValueOnce(named('CodeMismatchException', 'Invalid code received for user'))
      .mockResolvedValue({ isSignedIn: true, nextStep: { signInStep: 'DONE' } });
    await expect(identity.answerSecondFactor('000000')).rejects.toThrow('Invalid code received for user');
    expect(currentSession()).toBeNull();

    await identity.answerSecondFactor('123456');
    expect(amplify.confirmSignIn).toHaveBeenLastCalledWith({ challengeResponse: '123456' });
    expect(currentSession()?.email).toBe('ana@example.test');
  });

  it.each([
    named('SignInException', 'page was refreshed'),
    named('NotAuthorizedException', 'Invalid session for the user, session is expired.'),
  ])('starts again when the code is too late: $name', async (error) => {
    vi.mocked(amplify.confirmSignIn).mockRejectedValue(error);

    await expect(identity.answerSecondFactor('123456')).rejects.toMatchObject({
      code: 'unauthenticated',
      message: 'The code came too late. Please enter your password again.',
    });
  });

  it.each([
    [1024, 30],
    [390, 60],
  ])('waits, in a window of %i px, %i seconds for a response', async (width, seconds) => {
    vi.useFakeTimers();
    vi.stubGlobal('innerWidth', width);
    vi.mocked(amplify.signIn).mockImplementation(never);
    const outcome = identity.signInWithPassword('ana@example.test', 'Password12').catch((error) => error);
    const settled = vi.fn();
    outcome.then(settled);

    await vi.advanceTimersByTimeAsync(seconds * 1000 - 1);
    expect(settled).not.toHaveBeenCalled();
    await vi.advanceTimersByTimeAsync(1);
    const error = await outcome;
    expect(error).toMatchObject({ name: 'ApiError', code: 'deadline-exceeded' });
    expect(error.message).toContain(`no response in ${seconds} seconds`);
  });
});

describe('proving the password again', () => {
  it('uses the account of the tokens, and keeps the current sign-in', async () => {
    signInLeadsTo('DONE');
    rememberSession({ email: 'ana@example.test', groups: [], endsAtMs: Date.now() + 60_000 });
    const tokenKey = 'CognitoIdentityServiceProvider.c1.user-4711.accessToken';
    localStorage.setItem(tokenKey, 'old');

    expect(await identity.reauthenticate('Password12')).toBe('done');

    expect(amplify.signIn).toHaveBeenCalledExactlyOnceWith(
      expect.objectContaining({ Auth: expect.anything() }),
      { username: 'user-4711', password: 'Password12' },
    );
    expect(amplify.signOut).not.toHaveBeenCalled();
  });

  it('keeps a sign-out that happened in another tab at the same time', async () => {
    signInLeadsTo('DONE');
    await expect(identity.reauthenticate('Password12')).rejects.toMatchObject({ code: 'unauthenticated' });
    expect(currentSession()).toBeNull();
  });

  it('changes nothing with a wrong password', async () => {
    rememberSession({ email: 'ana@example.test', groups: [], endsAtMs: Date.now() + 60_000 });
    const before = { ...localStorage };
    vi.mocked(amplify.signIn).mockRejectedValue(
      named('NotAuthorizedException', 'Incorrect username or password.'),
    );

    await expect(identity.reauthenticate('wrong')).rejects.toThrow('Incorrect username or password.');
    expect({ ...localStorage }).toEqual(before);
    expect(amplify.signOut).not.toHaveBeenCalled();
  });

  it('can require a code', async () => {
    signInLeadsTo('CONFIRM_SIGN_IN_WITH_TOTP_CODE');
    expect(await identity.reauthenticate('Password12')).toBe('code-needed');
  });

  it('requires a signed-in user', async () => {
    vi.mocked(amplify.fetchAuthSession).mockResolvedValue({});
    await expect(identity.reauthenticate('Password12')).rejects.toMatchObject({ code: 'unauthenticated' });
  });
});

describe('confirming a registration', () => {
  it('sends the referral code if there is one', async () => {
    await identity.confirmRegistration('ana@example.test', '123456', 'bea-2025');
    const confirmation = { username: 'ana@example.test', confirmationCode: '123456' };
    expect(amplify.confirmSignUp).toHaveBeenLastCalledWith({
      ...confirmation,
      options: { clientMetadata: { referralCode: 'bea-2025' } },
    });

    await identity.confirmRegistration('ana@example.test', '123456');
    expect(amplify.confirmSignUp).toHaveBeenLastCalledWith(confirmation);
  });

  it('accepts an address that is already confirmed', async () => {
    vi.mocked(amplify.confirmSignUp).mockRejectedValue(
      named('NotAuthorizedException', 'User cannot be confirmed. Current status is CONFIRMED'),
    );

    await expect(identity.confirmRegistration('ana@example.test', '123456')).resolves.toBeUndefined();
  });

  it('reports a wrong code', async () => {
    vi.mocked(amplify.confirmSignUp).mockRejectedValue(named('CodeMismatchException', 'Invalid code'));

    await expect(identity.confirmRegistration('ana@example.test', '123456')).rejects.toThrow('Invalid code');
  });
});

it('changes the email address with the code sent to the new one', async () => {
  await identity.requestEmailChange('new@example.test');
  expect(amplify.updateUserAttributes).toHaveBeenCalledWith({
    userAttributes: { email: 'new@example.test' },
  });

  await identity.confirmEmailChange('123456');
  expect(amplify.confirmUserAttribute).toHaveBeenCalledWith({
    userAttributeKey: 'email',
    confirmationCode: '123456',
  });
});

describe('the second factor', () => {
  beforeEach(() =>
    vi.stubGlobal(
      'fetch',
      vi.fn(async () => new Response('{}')),
    ),
  );

  function sentToPool() {
    const [, { headers, body } = {}] = vi.mocked(fetch).mock.calls.at(-1) ?? [];
    return [new Headers(headers).get('x-amz-target'), JSON.parse(String(body))];
  }

  it('starts with a key that authenticator apps read from a QR code', async () => {
    vi.mocked(amplify.setUpTOTP).mockResolvedValue({
      sharedSecret: 'JBSWY3DP',
      getSetupUri: (app, account) =>
        new URL(`otpauth://totp/${app}:${account}?secret=JBSWY3DP&issuer=${app}`),
    });

    expect(await identity.beginSecondFactor()).toEqual({
      key: 'JBSWY3DP',
      uri: 'otpauth://totp/Lorewright:ana%40example.test?secret=JBSWY3DP&issuer=Lorewright',
    });
  });

  it('turns on after its first correct code', async () => {
    vi.mocked(amplify.verifyTOTPSetup).mockRejectedValueOnce(named('EnableSoftwareTokenMFAException'));
    await expect(identity.confirmSecondFactor('000000')).rejects.toThrow();
    expect(fetch).not.toHaveBeenCalled();

    await identity.confirmSecondFactor('123456');
    expect(amplify.verifyTOTPSetup).toHaveBeenLastCalledWith({ code: '123456' });
    expect(sentToPool()).toEqual([
      'AWSCognitoIdentityProviderService.SetUserMFAPreference',
      {
        AccessToken: 'access-token',
        SoftwareTokenMfaSettings: { Enabled: true, PreferredMfa: true },
        WebAuthnMfaSettings: { Enabled: true },
      },
    ]);
  });

  it('also counts passkeys as both factors, before a passkey is added for a person whose app is on', async () => {
    vi.mocked(amplify.fetchMFAPreference).mockResolvedValue({ enabled: ['TOTP'] });
    vi.mocked(amplify.associateWebAuthnCredential).mockImplementation(async () => {
      expect(sentToPool()[1]).toMatchObject({ WebAuthnMfaSettings: { Enabled: true } });
    });
    await identity.addPasskey();
    expect(amplify.associateWebAuthnCredential).toHaveBeenCalledOnce();
  });

  it('turns off', async () => {
    await identity.endSecondFactor();
    expect(sentToPool()).toEqual([
      'AWSCognitoIdentityProviderService.SetUserMFAPreference',
      {
        AccessToken: 'access-token',
        SoftwareTokenMfaSettings: { Enabled: false, PreferredMfa: false },
        WebAuthnMfaSettings: { Enabled: false },
      },
    ]);
  });

  it.each([
    [['TOTP' as const], true],
    [undefined, false],
  ])('reports, with %s enabled, %s', async (enabled, expected) => {
    vi.mocked(amplify.fetchMFAPreference).mockResolvedValue({ ...(enabled && { enabled }) });
    expect(await identity.hasSecondFactor()).toBe(expected);
  });
});

describe('the access token', () => {
  it('updates the groups in the hint', async () => {
    await identity.accessToken();
    expect(currentSession()?.groups).toEqual([]);

    answerTokens({ groups: ['paid'] });
    expect(await identity.accessToken({ forceRefresh: true })).toBe('access-token');

    expect(amplify.fetchAuthSession).toHaveBeenLastCalledWith({ forceRefresh: true });
    expect(currentSession()?.groups).toEqual(['paid']);
  });

  it('is null, and the hint is removed, when the sign-in has ended', async () => {
    rememberSession({ email: 'ana@example.test', groups: [], endsAtMs: Date.now() + 60_000 });
    vi.mocked(amplify.fetchAuthSession).mockResolvedValue({});

    expect(await identity.accessToken()).toBeNull();
    expect(currentSession()).toBeNull();
  });

  /** Returns a token that is valid for `seconds`; the next one is valid for an hour. */
  function answerTokenFor(seconds: number) {
    const old = session({ text: 'old', seconds });
    vi.mocked(amplify.fetchAuthSession).mockImplementation(async (options) =>
      options?.forceRefresh ? session({ text: 'new', seconds: 60 * minute }) : old,
    );
  }

  const renewals = () =>
    vi.mocked(amplify.fetchAuthSession).mock.calls.filter(([options]) => options?.forceRefresh).length;

  it.each([
    [6, 'old'],
    [4, 'new'],
  ])('is, with %i minutes left, the %s one', async (minutes, token) => {
    answerTokenFor(minutes * minute);
    expect(await identity.accessToken()).toBe(token);
  });

  it('is renewed once for concurrent callers', async () => {
    answerTokenFor(4 * minute);
    const tokens = await Promise.all([
      identity.accessToken(),
      identity.accessToken(),
      identity.accessToken(),
    ]);

    expect(tokens).toEqual(['new', 'new', 'new']);
    expect(renewals()).toBe(1);
  });

  it('is renewed five minutes before it expires while the page is visible', async () => {
    vi.useFakeTimers();
    answerTokenFor(60 * minute);
    await identity.accessToken();
    await vi.advanceTimersByTimeAsync((55 * minute - 1) * 1000);
    expect(renewals()).toBe(0);

    await vi.advanceTimersByTimeAsync(1000);
    expect(renewals()).toBe(1);
  });

  it('is null, and nothing is stored, when another tab signed out during the renewal', async () => {
    const tokenKey = 'CognitoIdentityServiceProvider.c1.user-4711.accessToken';
    await identity.accessToken();
    vi.mocked(amplify.fetchAuthSession).mockImplementation(async (options) => {
      if (!options?.forceRefresh) return session({ seconds: 4 * minute });
      localStorage.clear();
      localStorage.setItem(tokenKey, 'new');
      return session({ text: 'new', seconds: 60 * minute });
    });

    expect(await identity.accessToken()).toBeNull();
    expect(currentSession()).toBeNull();
    expect(localStorage.getItem(tokenKey)).toBeNull();
  });

  it('works in its last minutes when it cannot be renewed', async () => {
    vi.spyOn(console, 'warn').mockImplementation(() => {});
    const old = session({ text: 'old', seconds: 4 * minute });
    vi.mocked(amplify.fetchAuthSession).mockImplementation(async (options) => {
      if (options?.forceRefresh) throw named('NetworkError', 'A network error has occurred.');
      return old;
    });

    expect(await identity.accessToken()).toBe('old');
  });

  it('is not renewed repeatedly when the clock is wrong', async () => {
    measureClock(-2 * 60 * minute);
    answerTokens({ seconds: 60 * minute, clockAheadSeconds: -2 * 60 * minute });
    await identity.accessToken();
    await identity.accessToken();

    expect(renewals()).toBe(0);
  });

  it.each([-40, 40])(
    'keeps the sign-in for 30 days if the clock of the user pool is %i days ahead',
    async (days) => {
      vi.useFakeTimers({ now: (signedInAtSeconds - days * day) * 1000 });
      measureClock(days * day);
      answerTokens({ seconds: 60 * minute, clockAheadSeconds: days * day });
      await identity.accessToken();

      expect(currentSession()?.email).toBe('ana@example.test');
      vi.advanceTimersByTime((30 * day - 1) * 1000);
      expect(currentSession()).not.toBeNull();
      vi.advanceTimersByTime(1000);
      expect(currentSession()).toBeNull();
    },
  );
});

describe('signing out', () => {
  const tokenKey = 'CognitoIdentityServiceProvider.c1.user-4711.refreshToken';

  beforeEach(() => {
    rememberSession({ email: 'ana@example.test', groups: [], endsAtMs: Date.now() + 60_000 });
    localStorage.setItem(tokenKey, 'refresh-token');
  });

  it('ends the sign-in of this browser even if the user pool fails', async () => {
    vi.mocked(amplify.signOut).mockRejectedValue(named('NetworkError', 'A network error has occurred.'));

    await expect(identity.signOut()).rejects.toThrow('A network error has occurred.');
    expect(currentSession()).toBeNull();
    expect(localStorage.getItem(tokenKey)).toBeNull();
  });

  it('ends all sign-ins of the account', async () => {
    const fetch = vi.fn(async (_url: string, _request: RequestInit) => new Response('{}'));
    vi.stubGlobal('fetch', fetch);

    await identity.signOutEverywhere();
    const [url, request] = fetch.mock.calls[0] ?? [];
    expect(url).toBe('https://cognito-idp.us-east-1.amazonaws.com/');
    expect(request).toMatchObject({
      headers: { 'X-Amz-Target': 'AWSCognitoIdentityProviderService.GlobalSignOut' },
      body: '{"AccessToken":"access-token"}',
    });
    expect(currentSession()).toBeNull();
  });

  it('reports a failure to sign out everywhere', async () => {
    vi.stubGlobal('fetch', async () => new Response('{}', { status: 400 }));

    await expect(identity.signOutEverywhere()).rejects.toMatchObject({ name: 'ApiError' });
    expect(currentSession()?.email).toBe('ana@example.test');
    expect(localStorage.getItem(tokenKey)).toBe('refresh-token');
  });
});
