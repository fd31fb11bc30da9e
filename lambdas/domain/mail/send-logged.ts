import { createHash } from 'node:crypto';
import type { SESv2Client } from '@aws-sdk/client-sesv2';
import type { Mail } from './layout.ts';
import { addressKey, type MailLogStore } from './mail-log-store.ts';
import { type Envelope, sendMail } from './send-mail.ts';

export interface Sending extends Omit<Envelope, 'from' | 'tags'> {
  /** Only one of several emails with the same key is sent. */
  idempotencyKey: string;
  mail: Mail;
  /**
   * The key of the entry in the mail log: the account that the email is about, or the address if there is no account. Emails to the team,
   * and to a person whose data was just deleted, get no entry: `nobody`.
   */
  logUnder: { userId: string } | 'address' | 'nobody';
}

interface SendDependencies {
  mailer: SESv2Client;
  log: Pick<MailLogStore, 'add' | 'fail'>;
  from: string;
  now: () => Date;
}

/** Sends an email and adds an entry to the mail log, with the outcome `failed` if the email service does not accept the email. */
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
