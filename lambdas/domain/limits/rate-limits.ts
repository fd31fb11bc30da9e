/** The law gives people this right, so the refusal names another way. The page shows the address. */
const cannotWithdrawHere =
  'We cannot take your withdrawal here right now. Send it by email instead: it counts from the time when you send it.';

const tooManyOffers = 'No more offers can be sent today.';

/**
 * Limits for actions that cost money or disturb others, per caller, or per network if the caller is unknown. Windows are fixed, so a burst
 * around the end of a window can reach twice the limit.
 */
export const rateLimits = {
  checkout: { calls: 20, perSeconds: 3600 },
  confirmCheckout: { calls: 60, perSeconds: 3600 },
  contact: { calls: 5, perSeconds: 3600 },
  /** Counts all visitors together. Each message causes an email to the team and one to the address in the form. */
  contactOfSite: {
    calls: 60,
    perSeconds: 3600,
    refusal: 'We are receiving more messages than we can handle right now.',
  },
  /** A license or an account counts once a day for a version: see `updateFile`. */
  countedUpdate: { calls: 1, perSeconds: 24 * 3600 },
  deleteAccountData: { calls: 10, perSeconds: 3600 },
  /** Emails to an admin. */
  deskTestMailing: { calls: 30, perSeconds: 3600 },
  /** Links to builds. People try several, and restart failed downloads. */
  download: { calls: 30, perSeconds: 3600, refusal: 'You have started too many downloads.' },
  /** Links to the free resources. There are about 30, and a person may want all of them. */
  downloadResource: { calls: 120, perSeconds: 3600, refusal: 'You have started too many downloads.' },
  exportMyData: { calls: 10, perSeconds: 3600 },
  /** The pages after the first one, which `exportMyData` does not count. The longest lists have about 200 pages: a month of unpaid checkouts, or all emails of `mailLogDays`. */
  exportMyDataPage: { calls: 600, perSeconds: 3600 },
  feedback: { calls: 10, perSeconds: 3600 },
  /** A reader may have something to say about every page. */
  manualFeedback: { calls: 30, perSeconds: 3600 },
  /** Counts all visitors together. People read each text. */
  manualFeedbackOfSite: {
    calls: 300,
    perSeconds: 3600,
    refusal: 'We are receiving more answers than we can read right now.',
  },
  /** Each name is a new license file, which KMS signs. */
  holderName: { calls: 20, perSeconds: 3600 },
  invoice: { calls: 30, perSeconds: 3600 },
  mailLicense: { calls: 5, perSeconds: 3600 },
  /** Attempts to accept a license, with a link that nobody can guess. */
  acceptLicense: { calls: 20, perSeconds: 3600 },
  /** Emails to an address that a license holder enters, by holder and by mailbox. Both refuse in the same words. */
  offerLicense: { calls: 5, perSeconds: 86_400, refusal: tooManyOffers },
  offerLicenseToMailbox: { calls: 5, perSeconds: 86_400, refusal: tooManyOffers },
  /** Each is a new license file and an email. */
  reissueLicense: { calls: 5, perSeconds: 3600 },
  /** Emails with a code for a new address, by the signed-in person who enters it, so strangers cannot use this limit up. */
  newAddressMail: { calls: 6, perSeconds: 3600 },
  newAddressMailOfSite: { calls: 600, perSeconds: 3600 },
  /** Emails with a code for a new address, by its mailbox, which many accounts can enter. */
  newAddressMailToMailbox: { calls: 12, perSeconds: 3600 },
  /** Attempts with the link in the email of a registration, by account. */
  endRegistration: { calls: 20, perSeconds: 3600 },
  /** New crashes of a version. The reports of others count together, so that invented crashes do not fill the table. */
  newCrash: { calls: 50, perSeconds: 24 * 3600 },
  /** New crashes of a version from one network, so that no network uses up the limit of all. */
  newCrashOfNetwork: { calls: 5, perSeconds: 24 * 3600 },
  /** Texts about a crash. */
  problemText: {
    calls: 20,
    perSeconds: 24 * 3600,
    refusal: 'We have many descriptions of this problem, and need no more. Send the report without a text.',
  },
  /** Counts all visitors together. */
  problemTextOfSite: {
    calls: 200,
    perSeconds: 3600,
    refusal: 'We are receiving more texts than we can read right now. Send the report without a text.',
  },
  /** Attempts with a recovery code, by the address that was entered. Strangers can use it up too. */
  recoverAccount: { calls: 10, perSeconds: 3600 },
  recoverAccountByNetwork: { calls: 20, perSeconds: 3600 },
  /** Attempts with a code, which nobody can guess. */
  redeem: { calls: 10, perSeconds: 3600 },
  redeemByNetwork: { calls: 60, perSeconds: 3600 },
  referralImpression: { calls: 120, perSeconds: 3600 },
  renewRecoveryCodes: { calls: 10, perSeconds: 3600 },
  /** The app sends one after a crash. */
  reportProblem: { calls: 30, perSeconds: 3600, refusal: 'This network has sent too many reports.' },
  /** A network counts once a day for a version: see `recordProblem`. */
  reportingNetwork: { calls: 1, perSeconds: 24 * 3600 },
  /** Emails with another code for a registration, by account. Anybody can ask for them, and the latest code must arrive. */
  resendMail: { calls: 20, perSeconds: 3600 },
  /** Emails with another code for a registration, by mailbox, which many accounts can have in other spellings. */
  resendMailToMailbox: { calls: 40, perSeconds: 3600 },
  /**
   * Emails with a code for a new password, by account. Anybody can ask for them. Cognito creates at most 20 codes in any hour, so one hour of
   * our clock can contain 40. Our refusal cannot take back a code: a lower limit would withhold the only code that works.
   */
  resetMail: { calls: 40, perSeconds: 3600 },
  resetMailOfSite: { calls: 600, perSeconds: 3600 },
  /** Called by the site after each sign-in and each change. */
  reviewSecurity: { calls: 60, perSeconds: 3600 },
  /** Emails with the first code of a registration, by mailbox: anybody can enter any address, and `ana+1@` is in Ana's mailbox too. */
  signUpMail: { calls: 20, perSeconds: 3600 },
  signUpMailOfSite: { calls: 600, perSeconds: 3600 },
  /** Emails to an address that a visitor types. */
  subscribe: { calls: 10, perSeconds: 3600 },
  subscribeOfSite: {
    calls: 600,
    perSeconds: 3600,
    refusal: 'More people are signing up than we can write to right now.',
  },
  /** The emails that follow, by mailbox. The answer is the same without an email, so nobody learns that somebody has asked for one. */
  subscriptionMail: { calls: 1, perSeconds: 3600 },
  subscriptionMailOfDay: { calls: 4, perSeconds: 86_400 },
  /** Changes with the links of these emails, by address. */
  changeSubscription: { calls: 60, perSeconds: 3600 },
  syncEmail: { calls: 60, perSeconds: 3600 },
  unsubscribe: { calls: 60, perSeconds: 3600 },
  /** There are about ten items, and people change their minds. */
  voteForItem: { calls: 120, perSeconds: 3600, refusal: 'You have changed your votes too many times.' },
  withdraw: { calls: 20, perSeconds: 3600, refusal: cannotWithdrawHere },
  /** Counts all visitors together. Each statement causes one or two emails. */
  withdrawOfSite: { calls: 600, perSeconds: 3600, refusal: cannotWithdrawHere },
  /**
   * Counts emails with a link to the buyer, by order, about statements with another address: each statement once, however often its email
   * is tried. Strangers can use it up, so it refuses no statement; the team gets each of them.
   */
  withdrawalLink: { calls: 5, perSeconds: 3600 },
  /** Counts by the order number and the typed address, so that nobody can guess the address of an order. */
  withdrawOrder: { calls: 5, perSeconds: 3600, refusal: cannotWithdrawHere },
  /**
   * Counts by license file or by user. An updater makes up to three requests per update on each of a person's computers, a download
   * manager up to 16.
   */
  updateFile: {
    calls: 120,
    perSeconds: 3600,
    refusal: 'This license or account has asked for too many updates.',
  },
  /** Limits all files of a license together, until it is reissued. The limit of one file must be smaller, so that an old, leaked file cannot use up this one. */
  updateFileOfLicense: {
    calls: 600,
    perSeconds: 3600,
    refusal: 'This license has asked for too many updates.',
  },
} as const satisfies Record<string, RateLimit>;

export interface RateLimit {
  calls: number;
  perSeconds: number;
  /** The first sentence of the refusal; the second says when to try again. */
  refusal?: string;
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
