const hourMs = 60 * 60 * 1000;

/**
 * The idempotency key of the receipt for a message: an address gets one receipt per hour. Anybody can type the address of another person,
 * and must not be able to fill that inbox.
 */
export function receiptIdempotencyKey(email: string, submittedAt: Date): string {
  return `contactReceipt#${Math.floor(submittedAt.getTime() / hourMs)}#${email.toLowerCase()}`;
}
