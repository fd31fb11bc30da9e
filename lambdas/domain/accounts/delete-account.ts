import type { FeedbackStore } from '../feedback/feedback-store.ts';
import type { OrderStore } from '../orders/order-store.ts';
import type { PassOnStore } from '../orders/pass-on-store.ts';
import type { ReferralStore } from '../referrals/referral-store.ts';
import type { VoteCounts } from '../roadmap/vote-counts.ts';
import type { UserStore } from '../users/user-store.ts';

interface Dependencies {
  /** Removes the account in Cognito, which prevents new tokens. Safe to repeat. */
  removeSignIn: (userId: string) => Promise<void>;
  /** Expires an open checkout, so that nobody can pay for it, if Stripe answers. Safe to repeat. */
  closeCheckout: (sessionId: string) => Promise<void>;
  users: Pick<UserStore, 'find' | 'remove'>;
  /** The numbers of votes, which fall when a voter leaves. */
  votes: Pick<VoteCounts, 'change'>;
  feedback: Pick<FeedbackStore, 'ofUser' | 'remove'>;
  orders: Pick<OrderStore, 'ofUser' | 'ofBuyer' | 'forgetHolder' | 'forgetBuyer'>;
  /** Offers of licenses to others. */
  offers: Pick<PassOnStore, 'remove'>;
  referrals: Pick<ReferralStore, 'remove'>;
  /** Waits for the indexes, which lag behind their tables for a moment. */
  letIndexesFollow: () => Promise<void>;
  /** Removes the entries about their emails, and what is stored about emails without the account. Safe to repeat. */
  forgetMails: () => Promise<void>;
  sayGoodbye: () => Promise<void>;
  now: Date;
}

/** The indexes are read at least twice, and again only while they return items. */
const maxLooks = 5;

/**
 * Removes all data of a person. It begins with the sign-in, which prevents new tokens. Existing tokens work for up to half
 * an hour, but without the record, which cannot be created again, no feedback is stored and no order keeps its buyer. The indexes may
 * miss items that were stored just before, so they are read again. Each step is safe to repeat, so the next run completes an interrupted
 * run. The email comes last, when it is true.
 */
export async function deleteAccount(dependencies: Dependencies, userId: string): Promise<void> {
  const { removeSignIn, letIndexesFollow, forgetMails, sayGoodbye } = dependencies;
  await removeSignIn(userId);
  // It ends soon: only a new code or vote, another run, or another voter who changes the same numbers makes an attempt fail.
  while (!(await removeRecord(dependencies, userId)));
  for (let look = 1; look <= maxLooks; look++) {
    const found = await removeBelongings(dependencies, userId);
    if (found === 0 && look > 1) break;
    if (look < maxLooks) await letIndexesFollow();
  }
  await forgetMails();
  await sayGoodbye();
}

/**
 * Only the record names the user's checkout and referral code, so they are removed first. A code or a vote that the user adds during the
 * deletion keeps the record from being removed. The numbers of the votes fall in the transaction that removes the record, so a repeated run
 * lowers none again.
 * @returns false if there is such a code or vote, so that the record must be read again
 */
async function removeRecord(
  { closeCheckout, users, referrals, votes: counts, now }: Dependencies,
  userId: string,
): Promise<boolean> {
  const { checkout, referralCode, votes } = (await users.find(userId)) ?? {};
  if (checkout) await closeCheckout(checkout.sessionId);
  if (referralCode) await referrals.remove(referralCode, userId);
  const uncounted = Object.keys(votes ?? {}).map((item) => counts.change(item, -1));
  return users.remove(userId, referralCode, now, votes, uncounted);
}

/** @returns the number of items found */
async function removeBelongings({ feedback, orders, offers }: Dependencies, userId: string): Promise<number> {
  const ownFeedback = await feedback.ofUser(userId);
  for (const { feedbackId } of ownFeedback) await feedback.remove(feedbackId);
  const ownOrders = await orders.ofUser(userId);
  for (const order of ownOrders) {
    await offers.remove(order.orderId);
    await orders.forgetHolder(order, userId);
  }
  const passedOn = await orders.ofBuyer(userId);
  for (const { orderId } of passedOn) await orders.forgetBuyer(orderId, userId);
  return ownFeedback.length + ownOrders.length + passedOn.length;
}
