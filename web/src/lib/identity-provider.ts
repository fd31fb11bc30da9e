import { Amplify } from 'aws-amplify';
import {
  type AuthTokens,
  confirmResetPassword,
  confirmSignIn,
  confirmSignUp,
  confirmUserAttribute,
  fetchAuthSession,
  fetchMFAPreference,
  getCurrentUser,
  resendSignUpCode,
  resetPassword,
  setUpTOTP,
  signIn,
  signOut as signOutOfAmplify,
  signUp,
  updateMFAPreference,
  updateUserAttributes,
  verifyTOTPSetup,
} from 'aws-amplify/auth';
import { signInDays } from '../../../contract/account-rules.ts';
import { forgetSession, rememberSession } from './session.ts';
import { loadWebSettings } from './web-settings.ts';

/*
 * The only module that knows Amplify, 37 KB of it. Import it with `import()`, so that pages which merely want to know
 * whether somebody is signed in (see `session.ts`) do not load it.
 */

let configured: Promise<void> | undefined;

function configure(): Promise<void> {
  configured ??= loadWebSettings().then(
    ({ userPoolId, userPoolClientId, userPoolEndpoint }) => {
      Amplify.configure({
        Auth: {
          Cognito: {
            userPoolId,
            userPoolClientId,
            ...(userPoolEndpoint && { userPoolEndpoint }),
            loginWith: { email: true },
          },
        },
      });
    },
    (cause: unknown) => {
      configured = undefined;
      throw cause;
    },
  );
  return configured;
}

/** `unconfirmed`: the password is right, the e-mail address is not confirmed yet. */
export async function signInWithPassword(
  email: string,
  password: string,
): Promise<'signed-in' | 'unconfirmed' | 'code-needed'> {
  await configure();
  const credentials = { username: email, password };
  const { nextStep } = await signIn(credentials).catch(async (error: unknown) => {
    if (!isNamed(error, 'UserAlreadyAuthenticatedException')) throw error;
    // Tokens of an earlier sign-in that nobody signed out of.
    await signOutOfAmplify();
    return signIn(credentials);
  });
  switch (nextStep.signInStep) {
    case 'DONE':
      await accessToken();
      return 'signed-in';
    case 'CONFIRM_SIGN_UP':
      return 'unconfirmed';
    case 'RESET_PASSWORD':
      throw new Error('Your password has to be renewed. Choose Forgot Password to get a code by e-mail.');
    default:
      throw new Error('This account needs a way of signing in that this site does not offer.');
  }
}

/** `confirmed`: the user pool asks for no confirmation. */
export async function register(email: string, password: string): Promise<'unconfirmed' | 'confirmed'> {
  await configure();
  const { isSignUpComplete } = await signUp({
    username: email,
    password,
    options: { userAttributes: { email } },
  });
  return isSignUpComplete ? 'confirmed' : 'unconfirmed';
}

/** Confirming an address that is already confirmed is fine: another tab or device was faster. */
export async function confirmRegistration(email: string, code: string): Promise<void> {
  await configure();
  try {
    await confirmSignUp({ username: email, confirmationCode: code });
  } catch (error) {
    const isConfirmedAlready =
      isNamed(error, 'NotAuthorizedException') && error.message.includes('Current status is CONFIRMED');
    if (!isConfirmedAlready) throw error;
  }
}

export async function sendConfirmationCode(email: string): Promise<void> {
  await configure();
  await resendSignUpCode({ username: email });
}

export async function sendPasswordResetCode(email: string): Promise<void> {
  await configure();
  await resetPassword({ username: email });
}

export async function setNewPassword(email: string, code: string, newPassword: string): Promise<void> {
  await configure();
  await confirmResetPassword({ username: email, confirmationCode: code, newPassword });
}

export async function answerSecondFactor(code: string): Promise<void> {
  await configure();
  await confirmSignIn({ challengeResponse: code });
  await accessToken();
}

export async function reauthenticate(password: string): Promise<'done' | 'code-needed'> {
  await configure();
  const { signInDetails } = await getCurrentUser();
  const outcome = await signInWithPassword(signInDetails?.loginId ?? '', password);
  return outcome === 'code-needed' ? 'code-needed' : 'done';
}

export async function requestEmailChange(newEmail: string): Promise<void> {
  await configure();
  await updateUserAttributes({ userAttributes: { email: newEmail } });
}

export async function confirmEmailChange(code: string): Promise<void> {
  await configure();
  await confirmUserAttribute({ userAttributeKey: 'email', confirmationCode: code });
}

export async function signOutEverywhere(): Promise<void> {
  await configure();
  await signOutOfAmplify({ global: true });
  forgetSession();
}

export async function beginSecondFactor(): Promise<{ key: string; uri: string }> {
  await configure();
  const { sharedSecret, getSetupUri } = await setUpTOTP();
  return { key: sharedSecret, uri: getSetupUri('Lorewright').href };
}

export async function confirmSecondFactor(code: string): Promise<void> {
  await verifyTOTPSetup({ code });
  await updateMFAPreference({ totp: 'PREFERRED' });
}

export async function endSecondFactor(): Promise<void> {
  await updateMFAPreference({ totp: 'DISABLED' });
}

export async function hasSecondFactor(): Promise<boolean> {
  await configure();
  const { enabled = [] } = await fetchMFAPreference();
  return enabled.includes('TOTP');
}

/** Signs out here even if the user pool cannot be told. */
export async function signOut(): Promise<void> {
  try {
    await configure();
    await signOutOfAmplify();
  } finally {
    forgetSession();
  }
}

/**
 * The token for the API, null if nobody is signed in. Renews it when it has run out, or when `forceRefresh` asks for
 * one that knows the groups of this moment, and keeps the session hint up to date.
 */
export async function accessToken({ forceRefresh = false } = {}): Promise<string | null> {
  await configure();
  const { tokens } = await fetchAuthSession({ forceRefresh });
  if (!tokens) {
    forgetSession();
    return null;
  }
  rememberSession(sessionOfTokens(tokens));
  return tokens.accessToken.toString();
}

function sessionOfTokens({ accessToken, idToken }: AuthTokens) {
  const { auth_time: signedInAtSeconds, 'cognito:groups': groups } = accessToken.payload;
  const startMs = typeof signedInAtSeconds === 'number' ? signedInAtSeconds * 1000 : Date.now();
  return {
    email: String(idToken?.payload.email ?? ''),
    groups: Array.isArray(groups) ? groups.map(String) : [],
    endsAtMs: startMs + signInDays * 24 * 60 * 60 * 1000,
  };
}

function isNamed(error: unknown, name: string): error is Error {
  return error instanceof Error && error.name === name;
}
