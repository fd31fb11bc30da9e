import { deliveryCounts, type Mailing, mailing } from '../../../contract/records/mailing.ts';
import * as z from '../../../contract/zod.ts';
import type { TransactionPart } from '../../platform/conditional-write.ts';

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

type Change = Omit<NonNullable<TransactionPart['Update']>, 'TableName' | 'Key'>;

/** Makes the updates of a mailing in the table. */
export const mailingUpdate = (tableName: string) => (slug: string, change: Change) => ({
  TableName: tableName,
  Key: { slug },
  ...change,
});

export const statusName = { ExpressionAttributeNames: { '#status': 'status' } };

/** DynamoDB stores the ids as a set, and has no empty set. */
export const plain = ({ uncertainIds, ...item }: Record<string, unknown>) => ({
  ...item,
  uncertainIds: [...((uncertainIds as Set<string> | undefined) ?? [])],
});
