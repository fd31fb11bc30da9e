/**
 * The CloudWatch names of the business metrics. Functions write them to their log, from which
 * CloudWatch reads them (decision 021).
 */
export const businessMetrics = [
  /** Registrations whose first code was sent. */
  'RegistrationsStarted',
  /** Registrations whose email was confirmed. */
  'Registrations',
  /**
   * Registrations whose event could not be published: the user gets no welcome email, and no referral
   * is counted.
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
  /** Mailings that the site paused automatically. */
  'MailingsPaused',
  /**
   * Messages of the contact form that were rejected because the whole site had too many in an hour.
   */
  'ContactMessagesRefused',
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
  /** Admins that `sweepAccounts` removed from the group because they had no authenticator app. */
  'AdminsRemoved',
  /** Orders that differed from Stripe until `reconcile` corrected them. */
  'OrdersRepaired',
] as const;

export type BusinessMetric = (typeof businessMetrics)[number];
