const hourMs = 60 * 60 * 1000;

/** The emails that go to an address which a visitor typed. */
type Subject = 'contactAcknowledgment' | 'withdrawalAcknowledgment';

/**
 * The idempotency key of an acknowledgment: an address gets one per hour. Anybody can type the address of another person,
 * and must not be able to fill that inbox.
 */
export function acknowledgmentKey(subject: Subject, recipient: string, submittedAt: Date): string {
  return `${subject}#${Math.floor(submittedAt.getTime() / hourMs)}#${recipient.toLowerCase()}`;
}
