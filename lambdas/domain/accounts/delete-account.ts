import type { FeedbackStore } from '../feedback/feedback-store.ts';
import type { OrderStore } from '../orders/order-store.ts';
import type { ReferralStore } from '../referrals/referral-store.ts';
import type { UserStore } from '../users/user-store.ts';

interface Dependencies {
  /** Ends the account at the identity provider: no new token after this. May be repeated. */
  removeSignIn: (userId: string) => Promise<void>;
  /** Ends a checkout so that nobody can pay for it any more, if it is open and Stripe answers. May be repeated. */
  closeCheckout: (sessionId: string) => Promise<void>;
  users: Pick<UserStore, 'find' | 'remove'>;
  feedback: Pick<FeedbackStore, 'ofUser' | 'remove'>;
  orders: Pick<OrderStore, 'ofUser' | 'forgetBuyer'>;
  referrals: Pick<ReferralStore, 'remove'>;
  /** Waits for the indexes, which follow their tables within a moment. */
  letIndexesFollow: () => Promise<void>;
  sayGoodbye: () => Promise<void>;
  now: Date;
}

/** Twice at least; more often only while there is still something to find. */
const maxLooks = 5;

/**
 * Removes everything that is about a person. It begins with the sign-in, so that nobody gets a new token. A token that is there
 * already works for up to an hour; what stops it is the record: once that is removed it cannot be made again, and without it no
 * feedback is stored and no order keeps its buyer. What was stored just before may be missing in the indexes for a moment, so
 * they are asked again. Each step can be repeated, so whatever is interrupted ends well when it runs again; the mail comes last,
 * when it is true.
 */
export async function deleteAccount(dependencies: Dependencies, userId: string): Promise<void> {
  const { removeSignIn, letIndexesFollow, sayGoodbye } = dependencies;
  await removeSignIn(userId);
  // At most twice more: a record can get a code, and another run can remove it.
  while (!(await removeRecord(dependencies, userId)));
  for (let look = 1; look <= maxLooks; look++) {
    const found = await removeBelongings(dependencies, userId);
    if (found === 0 && look > 1) break;
    if (look < maxLooks) await letIndexesFollow();
  }
  await sayGoodbye();
}

/**
 * The record alone says which checkout and which referral code are the user's, so it goes after them. A code that the user gets in this
 * very moment keeps it from going.
 * @returns false when there is such a code, and so the record has to be read again
 */
async function removeRecord(
  { closeCheckout, users, referrals, now }: Dependencies,
  userId: string,
): Promise<boolean> {
  const { checkout, referralCode } = (await users.find(userId)) ?? {};
  if (checkout) await closeCheckout(checkout.sessionId);
  if (referralCode) await referrals.remove(referralCode, userId);
  return users.remove(userId, referralCode, now);
}

/** @returns how much there was */
async function removeBelongings({ feedback, orders }: Dependencies, userId: string): Promise<number> {
  const ownFeedback = await feedback.ofUser(userId);
  for (const { feedbackId } of ownFeedback) await feedback.remove(feedbackId);
  const ownOrders = await orders.ofUser(userId);
  for (const { orderId } of ownOrders) await orders.forgetBuyer(orderId);
  return ownFeedback.length + ownOrders.length;
}
