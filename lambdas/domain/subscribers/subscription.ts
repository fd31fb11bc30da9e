import { visitorGroups } from '../../../contract/records/subscriber.ts';
import type { MailGroup } from '../../../contract/records/user.ts';
import {
  endedSubscriptionDays,
  formerSubscriberDays,
  secondsPerDay,
} from '../../../contract/rules/retention.ts';

/**
 * An item of the Subscribers table. A person who gets emails has an address and groups. A person who left all groups keeps the address for
 * some days, to subscribe again. After a deletion, the id and `leftAt` stay for some days, so that an older link cannot subscribe again. A
 * person who registered has only the id of the user, so that links in earlier emails still unsubscribe.
 */
export interface Subscription {
  /** See `addressKey`. */
  subscriberId: string;
  /** Counts the writes. */
  version: number;
  email?: string;
  groups: MailGroup[];
  confirmedAt?: string;
  leftAt?: string;
  userId?: string;
  expiration?: number;
}

type NewState = Omit<Subscription, 'version'>;

const daysAfter = (now: Date, days: number) => Math.floor(now.getTime() / 1000) + days * secondsPerDay;

const inOrder = (groups: readonly MailGroup[]): MailGroup[] =>
  visitorGroups.filter((group) => groups.includes(group));

/** A person who can choose groups. */
export type Active = Subscription & { email: string; confirmedAt: string };

export const isActive = (found: Subscription | undefined): found is Active =>
  found?.email !== undefined && found.confirmedAt !== undefined && found.userId === undefined;

/**
 * The state after the owner of an address confirmed a request. Several requests add up, in any order.
 * @returns undefined if the person has left a group, deleted the address or registered after the request
 */
export function confirmed(
  current: Subscription | undefined,
  { email, groups, requestedAt }: { email: string; groups: readonly MailGroup[]; requestedAt: Date },
  subscriberId: string,
  now: Date,
): NewState | undefined {
  if (current?.leftAt !== undefined && Date.parse(current.leftAt) >= requestedAt.getTime()) return undefined;
  const isOn = isActive(current) && current.groups.length > 0;
  const confirmedAt = isOn ? current.confirmedAt : now.toISOString();
  const leftAt = current?.leftAt ? { leftAt: current.leftAt } : {};
  return {
    subscriberId,
    email,
    groups: inOrder([...(current?.groups ?? []), ...groups]),
    confirmedAt,
    ...leftAt,
  };
}

/** The state with other groups. */
export function withGroups(
  { subscriberId, email, groups: previous, confirmedAt, leftAt }: Active,
  groups: readonly MailGroup[],
  now: Date,
): NewState {
  const next = inOrder(groups);
  const hasLeft = previous.some((group) => !next.includes(group));
  return {
    subscriberId,
    email,
    groups: next,
    confirmedAt,
    ...(hasLeft ? { leftAt: now.toISOString() } : leftAt ? { leftAt } : {}),
    ...(next.length === 0 ? { expiration: daysAfter(now, endedSubscriptionDays) } : {}),
  };
}

/** The state after the address is deleted, or undefined if there is nothing to delete. */
export const deleted = (current: Subscription | undefined, now: Date): NewState | undefined =>
  current && {
    subscriberId: current.subscriberId,
    groups: [],
    leftAt: now.toISOString(),
    expiration: daysAfter(now, endedSubscriptionDays),
  };

/** The state after an account with the address has taken over the groups. */
export const takenOver = ({ subscriberId }: Subscription, userId: string, now: Date): NewState => ({
  subscriberId,
  groups: [],
  userId,
  leftAt: now.toISOString(),
  expiration: daysAfter(now, formerSubscriberDays),
});
