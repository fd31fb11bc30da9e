import { type SESv2Client, SendEmailCommand } from '@aws-sdk/client-sesv2';
import type { Mail } from './layout.ts';

/** Hands a mail to SES. */
export async function sendMail(client: SESv2Client, from: string, to: string, mail: Mail): Promise<void> {
  const utf8 = (text: string) => ({ Data: text, Charset: 'UTF-8' });
  await client.send(
    new SendEmailCommand({
      FromEmailAddress: from,
      Destination: { ToAddresses: [to] },
      Content: {
        Simple: { Subject: utf8(mail.subject), Body: { Text: utf8(mail.text), Html: utf8(mail.html) } },
      },
    }),
  );
}
