import type { Mailbox } from '../../local/fakes/ses/mailbox.ts';
import { readBulkEmail, type SendBulkEmailRequest } from '../../local/fakes/ses/read-bulk-email.ts';
import { readEmail, type SendEmailRequest } from '../../local/fakes/ses/read-email.ts';

/**
 * Keeps the emails of a request to SES that MiniStack has accepted. Its own mailbox has neither headers nor attachments.
 * @param request the body of the request, and the answer
 */
export async function recordMails(
  mailbox: Pick<Mailbox, 'receive'>,
  path: string,
  { request, answer }: { request: Buffer; answer: Buffer },
): Promise<void> {
  if (path === '/v2/email/outbound-emails')
    await mailbox.receive(readEmail(parse<SendEmailRequest>(request)));
  if (path !== '/v2/email/outbound-bulk-emails') return;
  const { BulkEmailEntryResults: results } = parse<{ BulkEmailEntryResults: { Status: string }[] }>(answer);
  for (const [index, mail] of readBulkEmail(parse<SendBulkEmailRequest>(request)).entries())
    if (results[index]?.Status === 'SUCCESS') await mailbox.receive(mail);
}

const parse = <Body>(body: Buffer): Body => JSON.parse(body.toString());
