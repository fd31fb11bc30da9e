import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import {
  type BulkEmailEntry,
  DeleteSuppressedDestinationCommand,
  GetAccountCommand,
  SESv2Client,
  SendBulkEmailCommand,
  type SendBulkEmailCommandInput,
  SendEmailCommand,
} from '@aws-sdk/client-sesv2';
import { beforeEach, describe, expect, test, vi } from 'vitest';
import { localClient } from '../../../scripts/commands/stage/connect.ts';
import { startAwsServices } from '../../aws-services.ts';
import type { EventBus } from '../eventbridge/event-bus.ts';
import type { KeyService } from '../kms/key-service.ts';
import type { Secrets } from '../secrets-manager/secrets.ts';
import type { QueueStore } from '../sqs/queue-store.ts';
import { type MailService, openMailService } from './mail-service.ts';
import { type Mailbox, openMailbox } from './mailbox.ts';

let mailbox: Mailbox;
let mailer: MailService;
let ses: SESv2Client;
const put = vi.fn<EventBus['put']>();
const onProblem = vi.fn();

beforeEach(async () => {
  const dir = await mkdtemp(join(tmpdir(), 'answer-ses-'));
  put.mockReset().mockResolvedValue('event-1');
  onProblem.mockReset();
  mailbox = await openMailbox(dir);
  mailer = openMailService({
    dir,
    mailbox,
    bus: { put },
    settings: { configurationSet: 'OurSet', suppressedReasons: ['BOUNCE'], publishedEvents: [] },
    onProblem,
  });
  const services = await startAwsServices({
    bus: {} as EventBus,
    queues: {} as QueueStore,
    mailer,
    secrets: {} as Secrets,
    keys: {} as KeyService,
    publishToChannel: () => ({ status: 404, body: {} }),
    answerMetrics: () => undefined,
    parameters: {},
  });
  ses = new SESv2Client({ ...localClient(services.endpoint), maxAttempts: 1 });
  return async () => {
    await services.close();
    await rm(dir, { recursive: true });
  };
});

const sendEmail = (
  ToAddresses = ['team@site.test'],
  Body: object = { Text: { Data: 'Hällo' }, Html: { Data: '<p>Hällo</p>' } },
) =>
  ses.send(
    new SendEmailCommand({
      FromEmailAddress: 'hello@site.test',
      ReplyToAddresses: ['ana@example.test'],
      Destination: { ToAddresses },
      EmailTags: [{ Name: 'causedBy', Value: 'request-1' }],
      Content: {
        Simple: {
          Subject: { Data: 'Grüße' },
          Body,
          Headers: [{ Name: 'List-Unsubscribe', Value: '<https://site.test/u>' }],
        },
      },
    }),
  );

describe('SendEmail', () => {
  test('sends an email with its headers and tags', async () => {
    const { MessageId: id } = await sendEmail();
    expect(mailbox.list()).toEqual([
      {
        id,
        at: expect.any(String),
        to: 'team@site.test',
        subject: 'Grüße',
        text: 'Hällo',
        html: '<p>Hällo</p>',
        headers: {
          From: 'hello@site.test',
          'Reply-To': 'ana@example.test',
          'List-Unsubscribe': '<https://site.test/u>',
        },
        tags: { causedBy: ['request-1'] },
      },
    ]);
  });

  test.each([
    [{ Text: { Data: 'Hi' } }, { text: 'Hi', html: '' }],
    [{ Html: { Data: '<p>Hi</p>' } }, { text: '', html: '<p>Hi</p>' }],
  ])('sends an email with one of two bodies: %j', async (body, expected) => {
    await sendEmail(['team@site.test'], body);
    expect(mailbox.list()).toMatchObject([expected]);
  });

  test.each([[[]], [['team']], [['team@site.test', 'ana']]])(
    'refuses the recipients %j',
    async (recipients) => {
      await expect(sendEmail(recipients)).rejects.toMatchObject({ name: 'BadRequestException' });
      expect(mailbox.list()).toEqual([]);
    },
  );
});

describe('SendBulkEmail', () => {
  const template = {
    TemplateContent: { Subject: 'Hi {{name}}', Text: 'Hi {{name}}', Html: '<p>Hi {{name}}</p>' },
    TemplateData: '{"name":"friend"}',
  };
  const sendBulk = (entries: BulkEmailEntry[], changes: Partial<SendBulkEmailCommandInput> = {}) =>
    ses.send(
      new SendBulkEmailCommand({
        FromEmailAddress: 'hello@site.test',
        DefaultContent: { Template: template },
        BulkEmailEntries: entries,
        ...changes,
      }),
    );
  const entryTo = (address: string, data?: object): BulkEmailEntry => ({
    Destination: { ToAddresses: [address] },
    ...(data
      ? {
          ReplacementEmailContent: {
            ReplacementTemplate: { ReplacementTemplateData: JSON.stringify(data) },
          },
        }
      : {}),
  });
  const header = (Name: string, Value: string) => ({ Name, Value });

  test('fills the template for each entry, and returns the results in their order', async () => {
    const { BulkEmailEntryResults: results } = await sendBulk([
      entryTo('ana@example.test', { name: '{{name}} <Ana>' }),
      entryTo('ben@example.test'),
      entryTo('cleo@example.test', {}),
    ]);
    const mails = mailbox.list().reverse();
    expect(mails.map(({ to, subject, text, html }) => [to, subject, text, html])).toEqual([
      ['ana@example.test', 'Hi {{name}} <Ana>', 'Hi {{name}} <Ana>', '<p>Hi {{name}} <Ana></p>'],
      ['ben@example.test', 'Hi friend', 'Hi friend', '<p>Hi friend</p>'],
      ['cleo@example.test', 'Hi friend', 'Hi friend', '<p>Hi friend</p>'],
    ]);
    expect(results).toEqual(mails.map(({ id }) => ({ Status: 'SUCCESS', MessageId: id })));
  });

  test('completes the data of an entry with the default data', async () => {
    await sendBulk([entryTo('ana@example.test', { news: 'a release' })], {
      DefaultContent: {
        Template: { ...template, TemplateContent: { Subject: 'Hi {{name}}: {{news}}', Text: '{{news}}' } },
      },
    });
    expect(mailbox.list()).toMatchObject([{ subject: 'Hi friend: a release', text: 'a release' }]);
  });

  test('does not deliver an email with a missing variable', async () => {
    const { BulkEmailEntryResults: results } = await sendBulk([entryTo('ana@example.test', { other: 'x' })], {
      DefaultContent: { Template: { ...template, TemplateData: '{}' } },
    });
    expect(results).toMatchObject([{ Status: 'SUCCESS', MessageId: expect.any(String) }]);
    expect(mailbox.listUndelivered()).toMatchObject([
      { subject: 'Hi {{name}}', undelivered: expect.stringContaining("'name' is not present") },
    ]);
    expect(onProblem).toHaveBeenCalledOnce();
  });

  test('replaces headers and tags of the call with those of an entry', async () => {
    await sendBulk(
      [
        {
          ...entryTo('ana@example.test'),
          ReplacementHeaders: [header('List-unsubscribe', '<ana>'), header('X-Issue', '1')],
          ReplacementTags: [header('kind', 'test')],
        },
        entryTo('ben@example.test'),
      ],
      {
        ConfigurationSetName: 'OurSet',
        ReplyToAddresses: ['team@site.test'],
        DefaultEmailTags: [header('kind', 'letter'), header('causedBy', 'request-1')],
        DefaultContent: {
          Template: {
            ...template,
            Headers: [header('List-Unsubscribe', '<all>'), header('Precedence', 'bulk')],
          },
        },
      },
    );
    const sender = { From: 'hello@site.test', 'Reply-To': 'team@site.test' };
    expect(mailbox.list().reverse()).toMatchObject([
      {
        headers: { ...sender, Precedence: 'bulk', 'List-unsubscribe': '<ana>', 'X-Issue': '1' },
        tags: { kind: ['test'], causedBy: ['request-1'] },
      },
      {
        headers: { ...sender, 'List-Unsubscribe': '<all>', Precedence: 'bulk' },
        tags: { kind: ['letter'], causedBy: ['request-1'] },
      },
    ]);
    expect(mailbox.list().at(-1)?.headers).not.toHaveProperty('List-Unsubscribe');
  });

  test('returns an error for an entry that it does not accept', async () => {
    const { BulkEmailEntryResults: results } = await sendBulk([entryTo('ana@example.test')], {
      ConfigurationSetName: 'OtherSet',
    });
    expect(results).toEqual([{ Status: 'CONFIGURATION_SET_NOT_FOUND', Error: expect.any(String) }]);
  });

  const many = <Item>(count: number, item: Item) => Array.from({ length: count }, () => item);
  const ana = entryTo('ana@example.test');
  test.each<[string, BulkEmailEntry[], Partial<SendBulkEmailCommandInput>?]>([
    ['51 entries', many(51, ana)],
    ['no entry', []],
    ['an entry without an address', [ana, { Destination: { ToAddresses: [] } }]],
    ['an entry with 16 headers', [{ ...ana, ReplacementHeaders: many(16, header('X-A', '1')) }]],
    ['a stored template', [ana], { DefaultContent: { Template: { TemplateName: 'letter' } } }],
    ['data that is no JSON', [ana], { DefaultContent: { Template: { ...template, TemplateData: '{' } } }],
    ['data that is a list', [entryTo('ana@example.test', [])]],
  ])('refuses a call with %s, and sends nothing', async (_, entries, changes) => {
    await expect(sendBulk(entries, changes)).rejects.toMatchObject({ name: 'BadRequestException' });
    expect([...mailbox.list(), ...mailbox.listUndelivered()]).toEqual([]);
  });

  test('accepts 50 entries', async () => {
    const { BulkEmailEntryResults: results } = await sendBulk(many(50, ana));
    expect(results?.map(({ Status }) => Status)).toEqual(many(50, 'SUCCESS'));
    expect(mailbox.list()).toHaveLength(50);
  });
});

describe('DeleteSuppressedDestination', () => {
  test('removes an address from the suppression list if it is on it', async () => {
    const { MessageId: id = '' } = await sendEmail();
    await mailer.play(id, 'bounce');
    const letThrough = () =>
      ses.send(new DeleteSuppressedDestinationCommand({ EmailAddress: 'Team@site.test' }));
    await letThrough();
    expect(await mailer.suppressed()).toEqual({});
    await expect(letThrough()).rejects.toMatchObject({ name: 'NotFoundException' });
  });
});

describe('GetAccount', () => {
  test('returns the quota and its used part', async () => {
    await sendEmail();
    expect(await ses.send(new GetAccountCommand({}))).toMatchObject({
      SendQuota: { Max24HourSend: 50_000, MaxSendRate: 200, SentLast24Hours: 1 },
      SendingEnabled: true,
      ProductionAccessEnabled: true,
      EnforcementStatus: 'HEALTHY',
    });
  });
});
