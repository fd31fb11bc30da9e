import { SESv2Client, SendEmailCommand } from '@aws-sdk/client-sesv2';
import type { Context } from 'aws-lambda';
import { mockClient } from 'aws-sdk-client-mock';
import { beforeEach, describe, expect, it, test } from 'vitest';
import { followRequest } from '../../platform/request-id.ts';
import { testSiteTables } from '../../platform/test-site-tables.ts';
import { mailLogStore } from './mail-log-store.ts';
import { acknowledgmentKey, type Sending, sendLogged, sendMail } from './send-logged.ts';

const { client, names } = testSiteTables('MailLog');
const log = mailLogStore(client, names.MailLog);
const service = mockClient(SESv2Client);
const now = () => new Date('2026-11-25T10:00:00.000Z');

const send = (sending: Pick<Sending, 'logUnder' | 'to'>) =>
  sendLogged(
    { mailer: new SESv2Client(), log, from: 'site@example.test', now },
    {
      ...sending,
      idempotencyKey: 'receipt-1',
      mail: { subject: 'Hello', text: 'Hello.', html: '<p>Hello.</p>' },
    },
  );

const sentTags = () =>
  service.commandCalls(SendEmailCommand).map(({ args: [{ input }] }) => input.EmailTags ?? []);

beforeEach(() => {
  service.reset();
  service.on(SendEmailCommand).resolves({ MessageId: 'message-1' });
});

describe('sendLogged', () => {
  it('logs an email under the account that it is about, and tags it with the entry', async () => {
    await send({ logUnder: { userId: 'user-1' }, to: 'ana@example.test' });
    const [entry, ...others] = (await log.page({ userId: 'user-1' }, undefined, 50)).items;
    expect(others).toEqual([]);
    expect(entry).toMatchObject({ at: now().toISOString(), subject: 'Hello', outcome: 'sent' });
    const [tags] = sentTags();
    expect(tags).toEqual([
      { Name: 'personKey', Value: 'user-1' },
      { Name: 'mailId', Value: expect.stringMatching(/^[\w-]+$/) },
    ]);
  });

  it('logs an email to a person without an account under the address', async () => {
    await send({ logUnder: 'address', to: 'ben@example.test' });
    expect(
      (await log.page({ userId: 'user-2', email: 'ben@example.test' }, undefined, 50)).items,
    ).toMatchObject([{ subject: 'Hello', outcome: 'sent' }]);
  });

  it('sends an email without an entry and without tags when it is logged under `nobody`', async () => {
    await send({ logUnder: 'nobody', to: 'cleo@example.test' });
    expect((await log.page({ userId: 'user-3', email: 'cleo@example.test' }, undefined, 50)).items).toEqual(
      [],
    );
    expect(sentTags()).toEqual([[]]);
  });

  it('records a failure, and throws, when the email service does not accept the email', async () => {
    service.on(SendEmailCommand).rejects(new Error('The email service is unavailable.'));
    await expect(send({ logUnder: { userId: 'user-4' }, to: 'dan@example.test' })).rejects.toThrow(
      'The email service is unavailable.',
    );
    expect((await log.page({ userId: 'user-4' }, undefined, 50)).items).toMatchObject([
      { outcome: 'failed' },
    ]);
  });
});

describe('sendMail', () => {
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
});

describe('acknowledgmentKey', () => {
  const at = (time: string) => new Date(`2025-09-01T${time}Z`);

  test('is the same for one address within an hour, however it is typed', () => {
    const first = acknowledgmentKey('contactAcknowledgment', 'Ana@example.test', at('10:00:00'));
    expect(acknowledgmentKey('contactAcknowledgment', 'ana@example.test', at('10:59:59'))).toBe(first);
    expect(acknowledgmentKey('contactAcknowledgment', 'ana@example.test', at('11:00:00'))).not.toBe(first);
    expect(acknowledgmentKey('contactAcknowledgment', 'ben@example.test', at('10:00:00'))).not.toBe(first);
  });
});
