import { SESv2Client, SendEmailCommand } from '@aws-sdk/client-sesv2';
import type { Context } from 'aws-lambda';
import { mockClient } from 'aws-sdk-client-mock';
import { beforeEach, expect, test } from 'vitest';
import { followRequest } from '../../platform/request-id.ts';
import { sendMail } from './send-mail.ts';

const ses = mockClient(SESv2Client);
const mail = { subject: 'Grüße', text: 'Hällo', html: '<p>Hällo</p>' };
const envelope = { from: 'hello@site.test', to: 'ana@example.test' };
const send = () => sendMail(new SESv2Client({}), envelope, mail);

beforeEach(() => {
  ses.reset();
});

test('sends an email to one person, as text and HTML, in UTF-8', async () => {
  ses.on(SendEmailCommand).resolves({ MessageId: '1' });
  await send();
  const utf8 = (text: string) => ({ Data: text, Charset: 'UTF-8' });
  expect(ses.commandCalls(SendEmailCommand)[0]?.args[0].input).toEqual({
    FromEmailAddress: 'hello@site.test',
    Destination: { ToAddresses: ['ana@example.test'] },
    Content: {
      Simple: { Subject: utf8('Grüße'), Body: { Text: utf8('Hällo'), Html: utf8('<p>Hällo</p>') } },
    },
  });
});

test('sends attachments', async () => {
  ses.on(SendEmailCommand).resolves({ MessageId: '1' });
  const attachments = [{ fileName: 'a.license', type: 'application/jose', content: 'a.b.ü' }];
  await sendMail(new SESv2Client({}), envelope, { ...mail, attachments });
  expect(ses.commandCalls(SendEmailCommand)[0]?.args[0].input.Content?.Simple?.Attachments).toEqual([
    {
      FileName: 'a.license',
      ContentType: 'application/jose',
      ContentDisposition: 'ATTACHMENT',
      ContentTransferEncoding: 'BASE64',
      RawContent: Buffer.from('a.b.ü'),
    },
  ]);
});

test('tags an email with the request that caused it', async () => {
  ses.on(SendEmailCommand).resolves({ MessageId: '1' });
  await followRequest('9d4c6b1e-0c1f-4b0a-8a55-3f6f2b6e7c11', {} as Context, send);
  expect(ses.commandCalls(SendEmailCommand)[0]?.args[0].input.EmailTags).toEqual([
    { Name: 'causedBy', Value: '9d4c6b1e-0c1f-4b0a-8a55-3f6f2b6e7c11' },
  ]);
});

test('fails when SES rejects an email', async () => {
  ses.on(SendEmailCommand).rejects(new Error('MessageRejected'));
  await expect(send()).rejects.toThrow('MessageRejected');
});

test('sets the address for replies and the headers for unsubscribing', async () => {
  ses.on(SendEmailCommand).resolves({ MessageId: '1' });
  await sendMail(
    new SESv2Client({}),
    { ...envelope, replyTo: 'ben@example.test' },
    { ...mail, headers: { 'List-Unsubscribe': '<https://site.test/>' } },
  );
  expect(ses.commandCalls(SendEmailCommand)[0]?.args[0].input).toMatchObject({
    ReplyToAddresses: ['ben@example.test'],
    Content: { Simple: { Headers: [{ Name: 'List-Unsubscribe', Value: '<https://site.test/>' }] } },
  });
});
