import { secondsPerDay } from '../../../contract/rules/retention.ts';
import { withdrawalLinkDays } from '../../../contract/rules/withdrawal.ts';
import * as z from '../../../contract/zod.ts';
import { AppError } from '../../platform/app-error.ts';
import { readLinkToken, signLinkToken } from '../mail/link-token.ts';

const permission = z.strictObject({
  orderId: z.string().check(z.minLength(1)),
  /** ISO 8601, UTC. */
  statedAt: z.iso.datetime(),
  /** The text that the sender typed: a part of the statement that the buyer confirms. */
  name: z.optional(z.string()),
});

/** A statement that becomes valid when somebody with access to the buyer's mailbox confirms it. */
export type UnconfirmedWithdrawal = z.infer<typeof permission>;

/** @param keys see `signLinkToken` */
export function signWithdrawalToken(keys: string, statement: UnconfirmedWithdrawal): string {
  return signLinkToken(keys, 'withdraw', statement);
}

/**
 * @param keys see `readLinkToken`
 * @throws AppError `invalid-argument` if the token is not exactly as we signed it, or is too old
 */
export function readWithdrawalToken(keys: string, token: string, now: Date): UnconfirmedWithdrawal {
  const stated = permission.parse(readLinkToken(keys, 'withdraw', token));
  if (now.getTime() > linkExpiresAt(stated.statedAt).getTime())
    throw new AppError(
      'invalid-argument',
      'This link has expired. State your withdrawal again, or write to us.',
    );
  return stated;
}

/** When the link that confirms a statement stops working. */
function linkExpiresAt(statedAt: string): Date {
  return new Date(Date.parse(statedAt) + withdrawalLinkDays * secondsPerDay * 1000);
}
