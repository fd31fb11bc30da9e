import type { FeedbackStore } from '../feedback/feedback-store.ts';
import type { MailLogStore } from '../mail/mail-log-store.ts';
import type { OrderStore } from '../orders/order-store.ts';
import type { AuditStore } from './audit-store.ts';

export interface ListStores {
  feedback: Pick<FeedbackStore, 'page'>;
  orders: Pick<OrderStore, 'page' | 'pageOfBuyer'>;
  audit: Pick<AuditStore, 'page'>;
  mails: Pick<MailLogStore, 'page'>;
}

/**
 * The number of items of each list in one response, which Lambda limits to 6 MB. A DynamoDB query ends at 1 MB, so a response contains fewer
 * items of long feedback. `emails` limits two lists, so a page has up to 1,000 emails.
 * @see https://docs.aws.amazon.com/lambda/latest/dg/gettingstarted-limits.html
 */
const sizes = { feedback: 50, orders: 100, entries: 50, emails: 500 };

/** The lists about a person that can grow without a limit, for `readPages`. */
export function listsOfPerson(
  { feedback, orders, audit, mails }: ListStores,
  { userId, email }: { userId: string; email?: string | undefined },
) {
  return {
    feedback: (cursor?: string) => feedback.page(userId, cursor, sizes.feedback),
    orders: (cursor?: string) => orders.page(userId, cursor, sizes.orders),
    bought: (cursor?: string) => orders.pageOfBuyer(userId, cursor, sizes.orders),
    emails: (cursor?: string) => mails.page({ userId, email }, cursor, sizes.emails),
    entries: async (cursor?: string) => {
      const { entries, ...page } = await audit.page({ by: 'person', value: userId }, cursor, sizes.entries);
      return { ...page, items: entries };
    },
  };
}
