import { factorCheckDays, referralDays, signInDays } from '../rules/retention.ts';

/** Entries that the site stores in a browser, in the browser's own storage. */
export interface DeviceEntries {
  /** With `areOfCognito`, the prefix of the names. */
  names: readonly string[];
  areOfCognito?: true;
  /** `local` persists and is shared by all tabs; `session` ends with the tab. */
  storage: readonly ('local' | 'session')[];
  purpose: string;
  written: string;
  kept: string;
}

const followed = 'When you follow a referral link or, where we ask first, say Yes.';

/**
 * Everything that the site stores in a browser. The privacy policy shows it, and
 * `test/e2e/device-storage.spec.ts` compares it with a browser. There are no cookies, databases or
 * caches of scripts.
 */
export const deviceStorage: readonly DeviceEntries[] = [
  {
    names: ['theme', 'slashKey'],
    storage: ['local'],
    purpose: 'Shows pages light or dark, and keeps “/” from opening the search.',
    written: 'When you change it.',
    kept: 'Until you clear it.',
  },
  {
    names: ['fonts'],
    storage: ['local'],
    purpose: 'Shows our fonts at once.',
    written: 'When they have loaded.',
    kept: 'Until you clear it.',
  },
  {
    names: ['referralCode', 'referralDay'],
    storage: ['local'],
    purpose: 'To credit the person whose link you followed, when you register or get a license.',
    written: followed,
    kept: `Until you press Forget on the pricing page. After ${referralDays} days, your next visit to that page, registration or checkout removes them.`,
  },
  {
    names: ['referralsCounted'],
    storage: ['local'],
    purpose: 'To count each code once a day.',
    written: followed,
    kept: 'Until you follow such a link on another day, or press Forget.',
  },
  {
    names: ['referralsToCount'],
    storage: ['local'],
    purpose: 'To count later what could not be counted at once.',
    written: followed,
    kept: 'Until we have counted the codes, or you press Forget.',
  },
  {
    names: ['contactDraft'],
    storage: ['session'],
    purpose: 'Your message, and a random number for it.',
    written: 'When you write in the contact form.',
    kept: 'Until you send it or close the tab.',
  },
  {
    names: ['feedbackDraft'],
    storage: ['local', 'session'],
    purpose:
      'Your feedback, a random number for it, and your user ID, to hide it from others who sign in here.',
    written: 'When you write feedback.',
    kept: 'Until you send it, clear it, or delete your account here; also after you sign out. If you are not signed in, until you close the tab.',
  },
  {
    names: ['CognitoIdentityServiceProvider'],
    areOfCognito: true,
    storage: ['local'],
    purpose: 'To keep you signed in: tokens, your user ID and your email address.',
    written: 'When you sign in.',
    kept: `Until you sign out. A sign-in ends after ${signInDays} days at the latest.`,
  },
  {
    names: ['session'],
    storage: ['local'],
    purpose:
      'Your user ID, email address and groups, and the end of the sign-in, for the links that pages show.',
    written: 'When you sign in.',
    kept: 'Until you sign out.',
  },
  {
    names: ['passkeyOffered'],
    storage: ['local'],
    purpose: 'That the account page has offered you a passkey.',
    written: 'When you open that page.',
    kept: 'Until you clear it.',
  },
  {
    names: ['authStep'],
    storage: ['session'],
    purpose:
      'Your email address, when a code was sent to it, the page to return to, the emails that you chose, and how long we wait for a code from your app.',
    written: 'When you sign in, register or reset your password.',
    kept: 'Until you sign in or close the tab.',
  },
  {
    names: ['CognitoSignInState'],
    areOfCognito: true,
    storage: ['session'],
    purpose: 'The state of a sign-in that needs a further step.',
    written: 'When you sign in.',
    kept: 'Until you sign in or close the tab.',
  },
  {
    names: ['factorCheck'],
    storage: ['local'],
    purpose: 'Your email address, to ask about the passkeys and the app of its account.',
    written: 'When you reset your password or recover your account.',
    kept: `Until you sign in and answer. After ${factorCheckDays} days, your next sign-in removes it.`,
  },
];
