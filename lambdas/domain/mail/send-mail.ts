import { type SESv2Client, SendEmailCommand } from '@aws-sdk/client-sesv2';
import { requestId } from '../../platform/request-id.ts';
import type { Mail } from './layout.ts';

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
