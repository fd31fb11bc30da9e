import type { MailService } from './mail-service.ts';
import { findMistake, readBulkEmail, type SendBulkEmailRequest } from './read-bulk-email.ts';
import { findAddressMistake, readEmail, type SendEmailRequest } from './read-email.ts';

interface SesAnswer {
  status: number;
  body: object;
  headers?: Record<string, string>;
}

/**
 * Answers the operations of SES v2 that the functions use.
 * @returns undefined for any other request
 */
export async function answerSes(
  mailer: MailService,
  { method, url = '' }: { method?: string; url?: string },
  body: object,
): Promise<SesAnswer | undefined> {
  if (method === 'POST' && url === '/v2/email/outbound-emails')
    return sendEmail(mailer, body as SendEmailRequest);
  if (method === 'POST' && url === '/v2/email/outbound-bulk-emails')
    return sendBulkEmail(mailer, body as SendBulkEmailRequest);
  if (method === 'GET' && url === '/v2/email/account') return describeAccount(mailer);
  const [, suppressed] = /^\/v2\/email\/suppression\/addresses\/([^/]+)$/.exec(url) ?? [];
  if (method === 'DELETE' && suppressed) return allowAddress(mailer, decodeURIComponent(suppressed));
  return undefined;
}

async function sendEmail(mailer: MailService, request: SendEmailRequest): Promise<SesAnswer> {
  const mistake = findAddressMistake(request);
  if (mistake) return failure(400, 'BadRequestException', mistake);
  return { status: 200, body: { MessageId: await mailer.send(readEmail(request)) } };
}

async function sendBulkEmail(mailer: MailService, request: SendBulkEmailRequest): Promise<SesAnswer> {
  const mistake = findMistake(request);
  if (mistake) return failure(400, 'BadRequestException', mistake);
  const results = await mailer.sendBulk(readBulkEmail(request), request.ConfigurationSetName);
  return {
    status: 200,
    body: {
      BulkEmailEntryResults: results.map(({ status, error, messageId }) => ({
        Status: status,
        Error: error,
        MessageId: messageId,
      })),
    },
  };
}

function describeAccount(mailer: MailService): SesAnswer {
  const { mailsPerDay, mailsPerSecond, mailsOfLastDay } = mailer.usage();
  return {
    status: 200,
    body: {
      ProductionAccessEnabled: true,
      SendingEnabled: true,
      EnforcementStatus: 'HEALTHY',
      SendQuota: {
        Max24HourSend: mailsPerDay,
        MaxSendRate: mailsPerSecond,
        SentLast24Hours: mailsOfLastDay,
      },
    },
  };
}

async function allowAddress(mailer: MailService, address: string): Promise<SesAnswer> {
  if (await mailer.allow(address)) return { status: 200, body: {} };
  return failure(404, 'NotFoundException', 'Email address does not exist on your suppression list.');
}

const failure = (status: number, type: string, message: string): SesAnswer => ({
  status,
  body: { message },
  headers: { 'x-amzn-errortype': type },
});
