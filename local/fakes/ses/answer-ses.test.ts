import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import {
  DeleteSuppressedDestinationCommand,
  GetAccountCommand,
  SESv2Client,
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
    functions: [],
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

const sendEmail = () =>
  ses.send(
    new SendEmailCommand({
      FromEmailAddress: 'hello@site.test',
      ReplyToAddresses: ['ana@example.test'],
      Destination: { ToAddresses: ['team@site.test'] },
      EmailTags: [{ Name: 'causedBy', Value: 'request-1' }],
      Content: {
        Simple: {
          Subject: { Data: 'Grüße' },
          Body: { Text: { Data: 'Hällo' }, Html: { Data: '<p>Hällo</p>' } },
          Headers: [{ Name: 'List-Unsubscribe', Value: '<https://site.test/u>' }],
        },
      },
    }),
  );

describe('SendEmail', () => {
  test('sends a mail with its headers and tags', async () => {
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

test('GetAccount returns the quota and how much of it was used', async () => {
  await sendEmail();
  expect(await ses.send(new GetAccountCommand({}))).toMatchObject({
    SendQuota: { Max24HourSend: 50_000, MaxSendRate: 200, SentLast24Hours: 1 },
    SendingEnabled: true,
    ProductionAccessEnabled: true,
    EnforcementStatus: 'HEALTHY',
  });
});
