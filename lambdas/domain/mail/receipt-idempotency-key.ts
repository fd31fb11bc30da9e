const hourMs = 60 * 60 * 1000;

/**
 * What makes the receipt for a letter one of a kind: one address gets one in an hour. Anybody can type the address of somebody
 * else, and nobody's inbox is to be filled that way.
 */
export function receiptIdempotencyKey(email: string, submittedAt: Date): string {
  return `contactReceipt#${Math.floor(submittedAt.getTime() / hourMs)}#${email.toLowerCase()}`;
}
