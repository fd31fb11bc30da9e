/**
 * The CloudWatch names of the business metrics. The function in which something happens counts it;
 * CloudWatch reads the count from the log, see decision 021.
 */
export const businessMetrics = [
  /** Registrations whose first code was sent. */
  'RegistrationsStarted',
  /** Registrations whose email was confirmed. */
  'Registrations',
  /**
   * Registrations whose event could not be published: the user gets no welcome mail and no referral
   * counts.
   */
  'RegistrationsUnpublished',
  /**
   * Password resets whose event could not be published: the user gets no notice, and earlier
   * sign-ins may still work.
   */
  'PasswordResetsUnpublished',
  'CheckoutsStarted',
  'LicensesGranted',
  'Refunds',
  'Downloads',
  /** Emails that were not delivered. */
  'MailsBounced',
  /** Emails that were not sent because an earlier one bounced or caused a complaint. */
  'MailsWithheld',
  'Complaints',
  /** Mailings that paused by themselves. */
  'MailingsPaused',
  /**
   * Messages of the contact form that were rejected because the whole site had too many in an hour.
   */
  'LettersRefused',
  /**
   * Emails with a code that were rejected because the recipient or the whole site had too many in an
   * hour.
   */
  'CodeMailsRefused',
  /** Stripe events that we could not accept. */
  'WebhookFailures',
  /**
   * Records without an account that `sweepAccounts` did not delete because there were too many of
   * them.
   */
  'RecordsWithoutAccount',
  /** Admins whom `sweepAccounts` removed from the team, because they had no authenticator app. */
  'AdminsRemoved',
  /** Orders that differed from Stripe until `reconcile` corrected them. */
  'OrdersRepaired',
] as const;

export type BusinessMetric = (typeof businessMetrics)[number];
