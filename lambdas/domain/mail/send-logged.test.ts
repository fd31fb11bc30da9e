import { SESv2Client, SendEmailCommand } from '@aws-sdk/client-sesv2';
import { mockClient } from 'aws-sdk-client-mock';
import { beforeEach, describe, expect, it } from 'vitest';
import { testSiteTables } from '../../platform/test-site-tables.ts';
import { mailLogStore } from './mail-log-store.ts';
import { type Sending, sendLogged } from './send-logged.ts';

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
