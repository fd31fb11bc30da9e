import { createHash } from 'node:crypto';
import { type SESv2Client, SendEmailCommand } from '@aws-sdk/client-sesv2';
import { requestId } from '../../platform/request-id.ts';
import type { Mail } from './layout.ts';
import { addressKey, type MailLogStore } from './mail-log-store.ts';

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

export interface Envelope {
  from: string;
  to: string;
  /** The address for replies, if it is not the sender's. */
  replyTo?: string;
  /** SES's events contain them: letters, digits, `-` and `_`. */
  tags?: Record<string, string>;
}

/** Sends an email through SES, tagged with the request that caused it, so that SES's events contain it. */
export async function sendMail(
  client: SESv2Client,
  { from, to, replyTo, tags }: Envelope,
  mail: Mail,
): Promise<void> {
  const utf8 = (text: string) => ({ Data: text, Charset: 'UTF-8' });
  const causedBy = requestId();
  const allTags = Object.entries({ ...tags, ...(causedBy ? { causedBy } : {}) });
  const headers = Object.entries(mail.headers ?? {}).map(([Name, Value]) => ({ Name, Value }));
  const attachments = (mail.attachments ?? []).map(({ fileName, type, content }) => ({
    FileName: fileName,
    ContentType: type,
    ContentDisposition: 'ATTACHMENT' as const,
    ContentTransferEncoding: 'BASE64' as const,
    RawContent: Buffer.from(content),
  }));
  await client.send(
    new SendEmailCommand({
      FromEmailAddress: from,
      Destination: { ToAddresses: [to] },
      ...(allTags.length > 0 ? { EmailTags: allTags.map(([Name, Value]) => ({ Name, Value })) } : {}),
      ...(replyTo ? { ReplyToAddresses: [replyTo] } : {}),
      Content: {
        Simple: {
          Subject: utf8(mail.subject),
          Body: { Text: utf8(mail.text), Html: utf8(mail.html) },
          ...(headers.length > 0 ? { Headers: headers } : {}),
          ...(attachments.length > 0 ? { Attachments: attachments } : {}),
        },
      },
    }),
  );
}

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
