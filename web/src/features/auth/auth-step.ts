import type { MailLink } from './mail-link.ts';

/**
 * The steps of signing in. The address names the step: `/auth` is `credentials`, the others are
 * `/auth?step=…`.
 */
export type AuthStep = 'credentials' | keyof typeof labelOfOther;

const labelOfOther = {
  'forgot-password': 'Forgot password',
  confirm: 'Confirm your email address',
  'new-password': 'Choose a new password',
  /** The second factor. */
  code: 'Enter your code',
  recover: 'Lost your app?',
  'new-email': 'Confirm your new email address',
};

export const labelOfStep: Record<AuthStep, string> = { credentials: 'Sign in or register', ...labelOfOther };

/** The title of the browser tab. */
export function titleOfAuth(search: URLSearchParams): string {
  const step = readStep(search);
  if (step !== 'credentials') return labelOfStep[step];
  return search.get('account') === 'free' ? 'Register' : 'Log In';
}

const stepOfLink: Record<MailLink['mode'], AuthStep> = {
  verify: 'confirm',
  reset: 'new-password',
  email: 'new-email',
};

export function readStep(search: URLSearchParams): AuthStep {
  // Programs that check emails may encode the `#` after the mode.
  const [mode = ''] = (search.get('mode') ?? '').split(/[#%]/);
  if (isKeyOf(stepOfLink, mode)) return stepOfLink[mode];
  const step = search.get('step') ?? '';
  return isKeyOf(labelOfOther, step) ? step : 'credentials';
}

/** @param next the step to return to after a sign-in, if the sign-in interrupts one */
export function addressOfStep(step: AuthStep, next?: AuthStep): string {
  if (step === 'credentials') return '/auth';
  return `/auth?${new URLSearchParams({ step, ...(next && { next }) })}`;
}

function isKeyOf<Key extends string>(record: Record<Key, unknown>, text: string): text is Key {
  return Object.hasOwn(record, text);
}
