import { secondsPerDay } from '../../../contract/rules/retention.ts';

/** The law gives people this right, so the refusal names another way. The page shows the address. */
const cannotWithdrawHere =
  'We cannot take your withdrawal here right now. Send it by email instead: it counts from the time when you send it.';

const tooManyOffers = 'No more offers can be sent today.';

const tooManyTimes = 'You have done this too many times.';
const perHour = (calls: number, refusal = tooManyTimes): RateLimit => ({ calls, perSeconds: 3600, refusal });
const perDay = (calls: number, refusal = tooManyTimes): RateLimit => ({
  calls,
  perSeconds: secondsPerDay,
  refusal,
});

/**
 * Limits for actions that cost money or disturb others, per caller, or per network if the caller is unknown. Windows are fixed, so a burst
 * around the end of a window can reach twice the limit.
 */
export const rateLimits = {
  checkout: perHour(20),
  confirmCheckout: perHour(60),
  contact: perHour(5),
  /** Counts all visitors together. Each message causes an email to the team and one to the address in the form. */
  contactOfSite: perHour(60, 'We are receiving more messages than we can handle right now.'),
  /** A license or an account counts once a day for a version: see `updateFile`. */
  countedUpdate: perDay(1),
  deleteAccountData: perHour(10),
  /** Emails to an admin. */
  deskTestMailing: perHour(30),
  /** Links to builds. People try several, and restart failed downloads. */
  download: perHour(30, 'You have started too many downloads.'),
  /** Links to the free resources. There are about 30, and a person may want all of them. */
  downloadResource: perHour(120, 'You have started too many downloads.'),
  exportMyData: perHour(10),
  /** The pages after the first one, which `exportMyData` does not count. The longest lists have about 200 pages: a month of unpaid checkouts, or all emails of `mailLogDays`. */
  exportMyDataPage: perHour(600),
  feedback: perHour(10),
  /** A reader may have something to say about every page. */
  manualFeedback: perHour(30),
  /** Counts all visitors together. People read each text. */
  manualFeedbackOfSite: perHour(300, 'We are receiving more answers than we can read right now.'),
  /** Each name is a new license file, which KMS signs. */
  holderName: perHour(20),
  invoice: perHour(30),
  mailLicense: perHour(5),
  /** Attempts to accept a license, with a link that nobody can guess. */
  acceptLicense: perHour(20),
  /** Emails to an address that a license holder enters, by holder and by mailbox. Both refuse in the same words. */
  offerLicense: perDay(5, tooManyOffers),
  offerLicenseToMailbox: perDay(5, tooManyOffers),
  /** Each is a new license file and an email. */
  reissueLicense: perHour(5),
  /** Emails with a code for a new address, by the signed-in person who enters it, so strangers cannot use this limit up. */
  newAddressMail: perHour(6),
  newAddressMailOfSite: perHour(600),
  /** Emails with a code for a new address, by its mailbox, which many accounts can enter. */
  newAddressMailToMailbox: perHour(12),
  /** Attempts with the link in the email of a registration, by account. */
  endRegistration: perHour(20),
  /** New crashes of a version. The reports of others count together, so that invented crashes do not fill the table. */
  newCrash: perDay(50),
  /** New crashes of a version from one network, so that no network uses up the limit of all. */
  newCrashOfNetwork: perDay(5),
  /** Texts about a crash. */
  problemText: perDay(
    20,
    'We have many descriptions of this problem, and need no more. Send the report without a text.',
  ),
  /** Counts all visitors together. */
  problemTextOfSite: perHour(
    200,
    'We are receiving more texts than we can read right now. Send the report without a text.',
  ),
  /** Attempts with a recovery code, by the address that was entered. Strangers can use it up too. */
  recoverAccount: perHour(10),
  recoverAccountByNetwork: perHour(20),
  /** Attempts with a code, which nobody can guess. */
  redeem: perHour(10),
  redeemByNetwork: perHour(60),
  referralImpression: perHour(120),
  renewRecoveryCodes: perHour(10),
  /** The app sends one after a crash. */
  reportProblem: perHour(30, 'This network has sent too many reports.'),
  /** A network counts once a day for a version: see `recordProblem`. */
  reportingNetwork: perDay(1),
  /** Emails with another code for a registration, by account. Anybody can ask for them, and the latest code must arrive. */
  resendMail: perHour(20),
  /** Emails with another code for a registration, by mailbox, which many accounts can have in other spellings. */
  resendMailToMailbox: perHour(40),
  /**
   * Emails with a code for a new password, by account. Anybody can ask for them. Cognito creates at most 20 codes in any hour, so one hour of
   * our clock can contain 40. Our refusal cannot take back a code: a lower limit would withhold the only code that works.
   */
  resetMail: perHour(40),
  resetMailOfSite: perHour(600),
  /** Called by the site after each sign-in and each change. */
  reviewSecurity: perHour(60),
  /** Emails with the first code of a registration, by mailbox: anybody can enter any address, and `ana+1@` is in Ana's mailbox too. */
  signUpMail: perHour(20),
  signUpMailOfSite: perHour(600),
  /** Emails to an address that a visitor types. */
  subscribe: perHour(10),
  subscribeOfSite: perHour(600, 'More people are signing up than we can write to right now.'),
  /** The emails that follow, by mailbox. The answer is the same without an email, so nobody learns that somebody has asked for one. */
  subscriptionMail: perHour(1),
  subscriptionMailOfDay: perDay(4),
  /** Changes with the links of these emails, by address. */
  changeSubscription: perHour(60),
  syncEmail: perHour(60),
  unsubscribe: perHour(60),
  /** There are about ten items, and people change their minds. */
  voteForItem: perHour(120, 'You have changed your votes too many times.'),
  withdraw: perHour(20, cannotWithdrawHere),
  /** Counts all visitors together. Each statement causes one or two emails. */
  withdrawOfSite: perHour(600, cannotWithdrawHere),
  /**
   * Counts emails with a link to the buyer, by order, about statements with another address: each statement once, however often its email
   * is tried. Strangers can use it up, so it refuses no statement; the team gets each of them.
   */
  withdrawalLink: perHour(5),
  /** Counts by the order number and the typed address, so that nobody can guess the address of an order. */
  withdrawOrder: perHour(5, cannotWithdrawHere),
  /**
   * Counts by license file or by user. An updater makes up to three requests per update on each of a person's computers, a download
   * manager up to 16.
   */
  updateFile: perHour(120, 'This license or account has asked for too many updates.'),
  /** Limits all files of a license together, until it is reissued. The limit of one file must be smaller, so that an old, leaked file cannot use up this one. */
  updateFileOfLicense: perHour(600, 'This license has asked for too many updates.'),
} satisfies Record<string, RateLimit>;

export interface RateLimit {
  calls: number;
  perSeconds: number;
  /** The first sentence of the refusal; the second says when to try again. */
  refusal: string;
}

export type LimitedAction = keyof typeof rateLimits;

/** The number of the window that contains a moment, and the time left in it. */
export function windowAt({ perSeconds }: RateLimit, now: Date): { index: number; secondsLeft: number } {
  const seconds = Math.floor(now.getTime() / 1000);
  const index = Math.floor(seconds / perSeconds);
  return { index, secondsLeft: (index + 1) * perSeconds - seconds };
}

/** "in 12 minutes", rounded up, so that a caller who waits that long is not too early. */
export function describeWait(seconds: number): string {
  const minutes = Math.ceil(seconds / 60);
  return minutes === 1 ? 'in a minute' : `in ${minutes} minutes`;
}
