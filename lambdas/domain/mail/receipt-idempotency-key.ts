const hourMs = 60 * 60 * 1000;

/** What an email is about that goes to an address which a visitor typed, or that a visitor can cause. */
type Subject = 'contactReceipt' | 'withdrawalReceipt' | 'withdrawalLink';

/**
 * The idempotency key of an email that visitors can cause: an address, or the buyer of an order, gets one per hour. Anybody can type the
 * address of another person, and must not be able to fill that inbox.
 */
export function receiptIdempotencyKey(subject: Subject, recipient: string, submittedAt: Date): string {
  return `${subject}#${Math.floor(submittedAt.getTime() / hourMs)}#${recipient.toLowerCase()}`;
}
