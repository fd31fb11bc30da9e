import type { OutgoingMail } from '../../local/fakes/ses/mail-service.ts';
import { readBulkEmail, type SendBulkEmailRequest } from '../../local/fakes/ses/read-bulk-email.ts';
import { readEmail, type SendEmailRequest } from '../../local/fakes/ses/read-email.ts';
import type { Answer } from './ask-ministack.ts';

export type RecordedMail = Omit<OutgoingMail, 'tags'> & { id: string; at: string };

export interface MailRecorder {
  /** Keeps the emails of a request to SES that MiniStack has accepted. */
  record(path: string, request: Buffer, answer: Answer): void;
  /** The emails, newest first. */
  list(): RecordedMail[];
}

/** MiniStack's own mailbox keeps neither headers nor attachments. */
export function openMailRecorder(): MailRecorder {
  const mails: RecordedMail[] = [];
  const keep = (mail: OutgoingMail, messageId: string) =>
    mails.unshift({ ...mail, id: messageId.replace(/@.*/, ''), at: new Date().toISOString() });
  return {
    record(path, request, { status, body }) {
      if (status !== 200) return;
      const answer = () => JSON.parse(body.toString());
      if (path === '/v2/email/outbound-emails')
        keep(readEmail(JSON.parse(request.toString()) as SendEmailRequest), answer().MessageId);
      if (path === '/v2/email/outbound-bulk-emails') {
        const sent = readBulkEmail(JSON.parse(request.toString()) as SendBulkEmailRequest);
        const results: { Status: string; MessageId?: string }[] = answer().BulkEmailEntryResults;
        for (const [index, mail] of sent.entries())
          if (results[index]?.Status === 'SUCCESS') keep(mail, results[index].MessageId ?? '');
      }
    },
    list: () => mails,
  };
}
