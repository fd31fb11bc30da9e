import { ConditionalCheckFailedException, TransactionCanceledException } from '@aws-sdk/client-dynamodb';
import {
  DynamoDBDocumentClient,
  GetCommand,
  PutCommand,
  TransactWriteCommand,
  UpdateCommand,
} from '@aws-sdk/lib-dynamodb';
import { mockClient } from 'aws-sdk-client-mock';
import { beforeEach, describe, expect, test, vi } from 'vitest';
import { deliver } from '../platform/test-event.ts';
import { compose } from './compose.ts';
import { recordBounce } from './record-bounce.ts';

const table = mockClient(DynamoDBDocumentClient);
const { recordMetric } = vi.hoisted(() => ({ recordMetric: vi.fn() }));
vi.mock('../platform/record-metric.ts', () => ({ recordMetric }));
const { logger } = await import('../platform/logger.ts');
const handler = recordBounce(compose());

const warn = vi.spyOn(logger, 'warn');
const reportedAt = '2025-09-01T10:00:00.000Z';
const bounced = (bounceType: string, bounceSubType: string, tags: Record<string, string[]> = {}) =>
  deliver(handler, {
    eventType: 'Bounce',
    mail: { messageId: 'mail-1', destination: ['ana@example.test'], tags },
    bounce: {
      bounceType,
      bounceSubType,
      timestamp: reportedAt,
      bouncedRecipients: [{ emailAddress: 'ana@example.test' }],
    },
  });

beforeEach(() => {
  recordMetric.mockClear();
  warn.mockClear();
  table.reset();
  table.on(UpdateCommand).resolves({});
});

test.each([
  ['counts a permanent bounce', 'Permanent', 'General', [['MailsBounced', { messageId: 'mail-1' }]]],
  [
    "counts a bounce by SES's global list",
    'Permanent',
    'Suppressed',
    [['MailsBounced', { messageId: 'mail-1' }]],
  ],
  [
    'counts a withheld email as withheld',
    'Permanent',
    'OnAccountSuppressionList',
    [['MailsWithheld', { messageId: 'mail-1' }]],
  ],
  ['does not count a temporary bounce', 'Transient', 'MailboxFull', []],
  ['does not count an undetermined bounce', 'Undetermined', 'Undetermined', []],
])(
  '%s, with and without an entry in the mail log, and logs it without the address',
  async (_, type, subType, counted) => {
    await bounced(type, subType, { personKey: ['user-1'], mailId: ['key-1'] });
    await bounced(type, subType);
    expect(recordMetric.mock.calls).toEqual([...counted, ...counted]);
    expect(warn).toHaveBeenCalledTimes(2);
    expect(warn).toHaveBeenLastCalledWith('an email did not arrive', {
      messageId: 'mail-1',
      bounceType: type,
      bounceSubType: subType,
    });
  },
);

const logged = () => table.commandCalls(UpdateCommand).map(({ args }) => args[0].input);

test.each([
  ['General', 'bounced'],
  ['OnAccountSuppressionList', 'withheld'],
])('records a bounce of the kind %s as %s, under the key in the tags', async (subType, outcome) => {
  await bounced('Permanent', subType, { personKey: ['user-1'], mailId: ['key-1'] });
  expect(logged()).toEqual([
    expect.objectContaining({
      TableName: 'MailLog',
      Key: { personKey: 'user-1', mailId: 'key-1' },
      ExpressionAttributeValues: expect.objectContaining({
        ':outcome': outcome,
        ':reportedAt': reportedAt,
        ':messageId': 'mail-1',
        ':bounceType': 'Permanent',
      }),
    }),
  ]);
});

test('records nothing about an email to the team', async () => {
  await bounced('Permanent', 'General');
  expect(logged()).toEqual([]);
});

test('fails when the log fails, so that the event is retried, and counts nothing before', async () => {
  table.on(UpdateCommand).rejects(new Error('away'));
  const tags = { personKey: ['user-1'], mailId: ['key-1'] };
  await expect(bounced('Permanent', 'General', tags)).rejects.toThrow('away');
  expect(recordMetric).not.toHaveBeenCalled();
});

test('does not count a repeated event', async () => {
  table.on(UpdateCommand).rejects(new ConditionalCheckFailedException({ message: 'No.', $metadata: {} }));
  const tags = { personKey: ['user-1'], mailId: ['key-1'] };
  await bounced('Permanent', 'General', tags);
  await bounced('Permanent', 'OnAccountSuppressionList', tags);
  expect(recordMetric).not.toHaveBeenCalled();
});

describe('a permanent bounce of a mailing', () => {
  const tags = { personKey: ['user-1'], mailId: ['mailing-spring'] };
  const bounce = () => bounced('Permanent', 'General', tags);

  test('counts in the mailing together with the entry in the log, and again after a failure', async () => {
    table.on(TransactWriteCommand).rejectsOnce(new Error('away')).resolves({});
    await expect(bounce()).rejects.toThrow('away');
    expect(recordMetric).not.toHaveBeenCalled();
    await bounce();
    expect(table.commandCalls(TransactWriteCommand)[1]?.args[0].input.TransactItems).toMatchObject([
      { Update: { TableName: 'MailLog', Key: { personKey: 'user-1', mailId: 'mailing-spring' } } },
      { Update: { TableName: 'Mailings', Key: { slug: 'spring' }, UpdateExpression: 'ADD bounced :one' } },
    ]);
    expect(logged()).toEqual([]);
    expect(recordMetric).toHaveBeenCalledOnce();
  });

  test('counts nowhere when it is reported again', async () => {
    table.on(TransactWriteCommand).rejects(
      new TransactionCanceledException({
        message: 'No.',
        $metadata: {},
        CancellationReasons: [{ Code: 'ConditionalCheckFailed' }, { Code: 'None' }],
      }),
    );
    await bounce();
    expect(logged()).toEqual([]);
    expect(recordMetric).not.toHaveBeenCalled();
  });
});

test.each([
  ['ends the emails to an address without an account after a permanent bounce', 'Permanent', 'address-1', 1],
  ['keeps them after a temporary bounce', 'Transient', 'address-1', 0],
  ['leaves an account to the list of the email service', 'Permanent', 'user-1', 0],
])('%s', async (_, type, personKey, writes) => {
  const Item = {
    subscriberId: 'address-1',
    version: 1,
    email: 'ana@example.test',
    groups: ['newsletter'],
    confirmedAt: reportedAt,
  };
  table.on(GetCommand, { TableName: 'Subscribers', Key: { subscriberId: 'address-1' } }).resolves({ Item });
  table.on(PutCommand).resolves({});
  await bounced(type, 'General', { personKey: [personKey], mailId: ['key-1'] });
  const puts = table.commandCalls(PutCommand, { TableName: 'Subscribers' });
  expect(puts.map(({ args }) => args[0].input.Item?.groups)).toEqual(Array(writes).fill([]));
});
