import type { LoggedMail } from './logged-mail.ts';
import type { MailGroup } from './user.ts';

/** The mail groups of people without an account. The group `feedback` is missing, because its form needs an account. */
export const visitorGroups = ['updates', 'resources', 'newsletter'] as const satisfies MailGroup[];

/** The beginning of the ids of subscribers. The rest is a checksum of the address. */
export const subscriberPrefix = 'address-';

/** True for the id of a person who gets emails without an account; false for a user id. */
export const isSubscriberId = (id: string): boolean => id.startsWith(subscriberPrefix);

/** Everything that is stored about a person who gets emails without an account, for export. Times are ISO 8601, UTC. */
export interface ExportedSubscriber {
  email: string;
  groups: MailGroup[];
  /** When the owner of the address confirmed it. */
  confirmedAt: string;
  /** When the person last left a group. */
  leftAt?: string;
  /** The emails that they got, for some time, without the texts. */
  emails: LoggedMail[];
}
