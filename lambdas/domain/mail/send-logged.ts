import { createHash } from 'node:crypto';
import type { SESv2Client } from '@aws-sdk/client-sesv2';
import type { Mail } from './layout.ts';
import { addressKey, type MailLogStore } from './mail-log-store.ts';
import { type Envelope, sendMail } from './send-mail.ts';

export interface Sending extends Omit<Envelope, 'from' | 'tags'> {
  /** Of several emails with the same key, only one is sent. */
  idempotencyKey: string;
  mail: Mail;
  /**
   * Under whom the mail log keeps the email: the account that it is about, or the address if there is none. Emails to the team, and to a
   * person whose data was just deleted, are kept under nobody.
   */
  logUnder: { userId: string } | 'address' | 'nobody';
}

interface SendDependencies {
  mailer: SESv2Client;
  log: Pick<MailLogStore, 'add' | 'fail'>;
  from: string;
  now: () => Date;
}

/** Sends an email with an entry in the mail log, which says when the email service did not take it. */
export async function sendLogged(
  { mailer, log, from, now }: SendDependencies,
  { idempotencyKey, mail, logUnder, ...envelope }: Sending,
): Promise<void> {
  if (logUnder === 'nobody') return sendMail(mailer, { from, ...envelope }, mail);
  const key = {
    personKey: logUnder === 'address' ? addressKey(envelope.to) : logUnder.userId,
    mailId: createHash('sha256').update(idempotencyKey).digest('base64url'),
  };
  const entry = { at: now().toISOString(), subject: mail.subject };
  await log.add(key, entry);
  try {
    await sendMail(mailer, { from, ...envelope, tags: { ...key } }, mail);
  } catch (error) {
    await log.fail(key, entry);
    throw error;
  }
}
