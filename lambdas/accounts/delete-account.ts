import type { OrderStore } from '../orders/order-store.ts';
import type { FeedbackStore } from '../submissions/feedback-store.ts';
import type { UserStore } from '../users/user-store.ts';

interface Dependencies {
  /** Ends the account at the identity provider: no new token after this. May be repeated. */
  removeSignIn: (userId: string) => Promise<void>;
  users: Pick<UserStore, 'remove'>;
  feedback: Pick<FeedbackStore, 'ofUser' | 'remove'>;
  orders: Pick<OrderStore, 'ofUser' | 'forgetBuyer'>;
  sayGoodbye: () => Promise<void>;
}

/**
 * Removes everything that is about a person. It begins with the sign-in: after that nobody can add anything, and a record
 * that is gone cannot be made again by a page that is still open. Each step can be repeated, so whatever is
 * interrupted ends well when it runs again; the mail comes last, when it is true.
 */
export async function deleteAccount(
  { removeSignIn, users, feedback, orders, sayGoodbye }: Dependencies,
  userId: string,
): Promise<void> {
  await removeSignIn(userId);
  await users.remove(userId);
  for (const { feedbackId } of await feedback.ofUser(userId)) await feedback.remove(feedbackId);
  for (const { orderId } of await orders.ofUser(userId)) await orders.forgetBuyer(orderId);
  await sayGoodbye();
}
