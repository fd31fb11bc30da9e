import { visitorGroups } from '../../../contract/records/subscriber.ts';
import { secondsPerDay, subscriptionRequestDays } from '../../../contract/rules/retention.ts';
import * as z from '../../../contract/zod.ts';
import { AppError } from '../../platform/app-error.ts';
import { readLinkToken, signLinkToken } from '../mail/link-token.ts';

const permission = z.strictObject({
  email: z.string(),
  groups: z.array(z.enum(visitorGroups)),
  /** Milliseconds since 1970. */
  requestedAt: z.int(),
});

/** A request that becomes valid when somebody with access to the mailbox confirms it. Only the link contains it. */
type SubscriptionRequest = z.infer<typeof permission>;

/** @param keys see `signLinkToken` */
export function signSubscriptionToken(
  keys: string,
  { email, groups, requestedAt }: SubscriptionRequest,
): string {
  return signLinkToken(keys, 'subscribe', { email, groups, requestedAt });
}

/**
 * @param keys see `readLinkToken`
 * @throws AppError `invalid-argument` if the token is not exactly as we signed it, or is too old
 */
export function readSubscriptionToken(keys: string, token: string, now: Date): SubscriptionRequest {
  const request = permission.parse(readLinkToken(keys, 'subscribe', token));
  if (!isRequestValid(request, now))
    throw new AppError('invalid-argument', 'This link has expired. Please sign up again.');
  return request;
}

export const isRequestValid = ({ requestedAt }: { requestedAt: number }, now: Date): boolean =>
  now.getTime() <= requestedAt + subscriptionRequestDays * secondsPerDay * 1000;
