const hourMs = 60 * 60 * 1000;

/** The emails that go to an address which a visitor typed. */
type Subject = 'contactReceipt' | 'withdrawalReceipt';

/**
 * The idempotency key of the receipt for a message: an address gets one receipt per hour. Anybody can type the address of another person,
 * and must not be able to fill that inbox.
 */
export function receiptIdempotencyKey(subject: Subject, recipient: string, submittedAt: Date): string {
  return `${subject}#${Math.floor(submittedAt.getTime() / hourMs)}#${recipient.toLowerCase()}`;
}
