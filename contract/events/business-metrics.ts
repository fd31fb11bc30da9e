/**
 * What the business sees, each counted by the function in which it happens: CloudWatch finds it in the log, see decision 021.
 * The names are those of the metrics.
 */
export const businessMetrics = [
  'Registrations',
  /** Registrations whose event could not be published: nobody is welcomed, and no recommendation counts. */
  'RegistrationsUnpublished',
  /** Password resets whose event could not be published: the owner gets no notice, and earlier sign-ins may still work. */
  'PasswordResetsUnpublished',
  'CheckoutsStarted',
  'LicensesGranted',
  'Refunds',
  'Downloads',
  /** Mails that did not arrive and never will, whatever came of them later. */
  'MailsBounced',
  /** Mails that were not even sent, because an earlier one bounced or was complained about. */
  'MailsWithheld',
  'Complaints',
  /** Letters by the contact form that were refused because the whole site had too many in an hour. */
  'LettersRefused',
  /** Mails with a code that were refused because their recipient, or the whole site, had too many in an hour. */
  'CodeMailsRefused',
  /** Events of Stripe's that we could not take. */
  'WebhookFailures',
  /** Records without an account that `sweepAccounts` did not delete, because there were too many of them. */
  'RecordsWithoutAccount',
  /** Orders that were not as Stripe says until `reconcile` came. */
  'OrdersRepaired',
] as const;

export type BusinessMetric = (typeof businessMetrics)[number];
