import {
  deliveryCounts,
  type Mailing,
  type MailingStatus,
  mailing,
} from '../../../contract/records/mailing.ts';
import * as z from '../../../contract/zod.ts';
import { updateOf } from '../../platform/conditional-write.ts';

export const storedMailing = z.extend(mailing, {
  /** The user id of the last account that was visited; missing before the first. */
  visitedUpTo: z.optional(z.string()),
  /** The counts when it was last resumed. */
  resumedWith: z.optional(deliveryCounts),
});

export type StoredMailing = z.infer<typeof storedMailing>;

/** The outcomes of the accounts of a batch. */
export interface BatchResult {
  sent: number;
  skipped: number;
  uncertainIds: string[];
}

/** The admin who approved a mailing, the time, and the number of subscribers. */
export type Approval = Required<Pick<Mailing, 'approvedBy' | 'approvedAt' | 'expected'>>;

export const statusName = { ExpressionAttributeNames: { '#status': 'status' } };

/**
 * Makes the updates of a mailing in the table.
 * @param states those in the expressions, such as `draft` for `:draft`
 * @param values all other values
 */
export const mailingUpdate =
  (tableName: string) =>
  (
    slug: string,
    states: MailingStatus[],
    condition: string,
    change: string,
    values: Record<string, unknown> = {},
  ) => {
    const all = { ...Object.fromEntries(states.map((status) => [status, status])), ...values };
    return updateOf(tableName, { slug }, condition, change, all);
  };

/** DynamoDB stores the ids as a set, and has no empty set. */
export const plain = ({ uncertainIds, ...item }: Record<string, unknown>) => ({
  ...item,
  uncertainIds: [...((uncertainIds as Set<string> | undefined) ?? [])],
});
