import { type ExportedSubscriber, isSubscriberId } from '../../../contract/records/subscriber.ts';
import type { MailGroup } from '../../../contract/records/user.ts';
import { AppError } from '../../platform/app-error.ts';
import { readEveryPage } from '../../platform/read-pages.ts';
import type { LimitStore } from '../limits/limit-store.ts';
import { unsubscribeToken } from '../mail/link-token.ts';
import type { MailLogStore } from '../mail/mail-log-store.ts';
import type { MailingStore } from '../mailings/mailing-store.ts';
import { mailingOf } from '../mailings/recipient-store.ts';
import { type Active, deleted, isActive, type Subscription, withGroups } from './subscription.ts';
import type { SubscriptionStore } from './subscription-store.ts';

interface LinkDependencies {
  subscriptions: SubscriptionStore;
  limits: Pick<LimitStore, 'take'>;
  mails: Pick<MailLogStore, 'page' | 'forget'>;
  mailings: Pick<MailingStore, 'forget'>;
  readLinkKey: () => Promise<string>;
}

/** @throws AppError when nothing is stored about the address, or an account has it */
function requireActive(found: Subscription | undefined): asserts found is Active {
  if (isActive(found)) return;
  throw found?.userId
    ? new AppError('aborted', 'This address has an account by now. Choose your emails in your preferences.')
    : new AppError(
        'not-found',
        'We store nothing about this address any more. To get emails, sign up again.',
      );
}

/** @throws AppError `invalid-argument` when the link is not one of a subscriber for all emails, `resource-exhausted` */
async function subscriberOf(
  { limits, readLinkKey }: LinkDependencies,
  token: string,
  now: Date,
): Promise<string> {
  const { userId: subscriberId, group } = unsubscribeToken.read(await readLinkKey(), token);
  if (!isSubscriberId(subscriberId) || group !== 'all')
    throw new AppError('invalid-argument', 'This link does not open a subscription.');
  await limits.take('changeSubscription', subscriberId, now);
  return subscriberId;
}

const mailsPerPage = 200;

/** @throws AppError see `requireActive` and `subscriberOf` */
export async function readSubscription(
  dependencies: LinkDependencies,
  token: string,
  now: Date,
): Promise<ExportedSubscriber> {
  const subscriberId = await subscriberOf(dependencies, token, now);
  const found = await dependencies.subscriptions.find(subscriberId);
  requireActive(found);
  const { email, groups, confirmedAt, leftAt } = found;
  const emails = await readEveryPage((cursor) =>
    dependencies.mails.page({ userId: subscriberId }, cursor, mailsPerPage),
  );
  return { email, groups, confirmedAt, ...(leftAt ? { leftAt } : {}), emails };
}

/**
 * Adds the groups that are not in `seen`, and removes those that are only in `seen`.
 * @throws AppError see `requireActive` and `subscriberOf`
 */
export async function changeSubscription(
  dependencies: LinkDependencies,
  { token, seen, groups }: { token: string; seen: readonly MailGroup[]; groups: readonly MailGroup[] },
  now: Date,
): Promise<{ groups: MailGroup[] }> {
  const subscriberId = await subscriberOf(dependencies, token, now);
  const { after } = await dependencies.subscriptions.change(subscriberId, (current) => {
    requireActive(current);
    const added = groups.filter((group) => !seen.includes(group));
    const kept = current.groups.filter((group) => groups.includes(group) || !seen.includes(group));
    return withGroups(current, [...kept, ...added], now);
  });
  return { groups: after?.groups ?? [] };
}

/**
 * Deletes the address, its groups and the list of its emails. The record comes first: then no mailing can add to the list. Safe to repeat.
 * @throws AppError see `subscriberOf`
 */
export async function deleteSubscription(
  dependencies: LinkDependencies,
  token: string,
  now: Date,
): Promise<void> {
  const { subscriptions, mails, mailings } = dependencies;
  const subscriberId = await subscriberOf(dependencies, token, now);
  await subscriptions.change(subscriberId, (current) =>
    isActive(current) ? deleted(current, now) : undefined,
  );
  await mails.forget({ userId: subscriberId }, async (key) => {
    const slug = mailingOf(key);
    if (slug) await mailings.forget(slug, subscriberId);
  });
}
