import { createHash } from 'node:crypto';
import {
  AdminDeleteUserCommand,
  CognitoIdentityProviderClient,
  UserNotFoundException,
} from '@aws-sdk/client-cognito-identity-provider';
import {
  DeleteCommand,
  DynamoDBDocumentClient,
  GetCommand,
  PutCommand,
  QueryCommand,
  TransactWriteCommand,
  UpdateCommand,
} from '@aws-sdk/lib-dynamodb';
import { mockClient } from 'aws-sdk-client-mock';
import { beforeEach, expect, test, vi } from 'vitest';
import { deliver, deliverMessages } from '../platform/test-event.ts';

vi.stubEnv('USER_POOL_ID', 'pool');
const send = vi.hoisted(() => vi.fn());
vi.mock('../domain/mail/mail-once.ts', () => ({ mailOnce: () => send }));
const expire = vi.hoisted(() => vi.fn());
const stripe = vi.hoisted(() => vi.fn());
vi.mock('../platform/stripe.ts', () => ({ stripeAccount: () => stripe }));
vi.mock('node:timers/promises', () => ({ setTimeout: async () => {} }));
const { publishChange } = vi.hoisted(() => ({ publishChange: vi.fn<(userId: string) => Promise<void>>() }));
vi.mock('../domain/users/announce-user-change.ts', () => ({ userChangePublisher: () => publishChange }));
const table = mockClient(DynamoDBDocumentClient);
const pool = mockClient(CognitoIdentityProviderClient);
const { handler } = await import('./handler.ts');

const detail = { userId: 'user-1', email: 'ana@example.test' };
const connectionError = Object.assign(new Error('away'), { type: 'StripeConnectionError' });
const run = () => deliver(handler, detail);

const votes = { marketplace: '2025-09-01T10:00:00Z' };
const removal = () => table.commandCalls(TransactWriteCommand)[0]?.args[0].input.TransactItems;

beforeEach(() => {
  publishChange.mockReset();
  send.mockReset().mockResolvedValue(undefined);
  table.reset();
  expire.mockReset().mockResolvedValue({});
  stripe.mockReset().mockResolvedValue({ checkout: { sessions: { expire } } });
  table.on(DeleteCommand).resolves({}).on(UpdateCommand).resolves({}).on(PutCommand).resolves({});
  table.on(TransactWriteCommand).resolves({});
  table.on(GetCommand, { TableName: 'Subscribers' }).resolves({});
  table.on(GetCommand, { TableName: 'Users' }).resolves({
    Item: { userId: 'user-1', status: 'active', checkout: { sessionId: 'cs_2' }, referralCode: 'abc', votes },
  });
  table
    .on(QueryCommand, { TableName: 'Feedback' })
    .resolvesOnce({ Items: [{ feedbackId: 'feedback-1' }] })
    .resolves({ Items: [] });
  table
    .on(QueryCommand, { TableName: 'Orders', IndexName: 'byUser' })
    .resolvesOnce({ Items: [{ orderId: 'cs_1' }] })
    .resolves({ Items: [] });
  table
    .on(QueryCommand, { TableName: 'Orders', IndexName: 'byBuyer' })
    .resolvesOnce({ Items: [{ orderId: 'cs_3' }] })
    .resolves({ Items: [] });
  table
    .on(QueryCommand, { TableName: 'Referrals' })
    .resolves({ Items: [{ code: 'abc', sortKey: 'day#2025-09-01', impressions: 1 }] });
  table.on(QueryCommand, { TableName: 'MailLog' }).resolves({ Items: [] });
  table
    .on(QueryCommand, { TableName: 'MailLog', ExpressionAttributeValues: { ':value': 'user-1' } })
    .resolves({ Items: [{ personKey: 'user-1', mailId: 'mail-1' }] });
  pool.reset();
  pool.on(AdminDeleteUserCommand).resolves({});
});

test('removes sign-in, record, referrals and feedback, removes the buyer from orders, and sends the last email', async () => {
  await run();
  expect(pool.commandCalls(AdminDeleteUserCommand)[0]?.args[0].input).toEqual({
    UserPoolId: 'pool',
    Username: 'user-1',
  });
  expect(table.commandCalls(DeleteCommand).map(({ args }) => args[0].input)).toEqual([
    expect.objectContaining({ TableName: 'Referrals', Key: { code: 'abc', sortKey: 'owner' } }),
    { TableName: 'Referrals', Key: { code: 'abc', sortKey: 'day#2025-09-01' } },
    { TableName: 'Feedback', Key: { feedbackId: 'feedback-1' } },
    { TableName: 'Limits', Key: { id: 'passOn#cs_1' } },
    { TableName: 'MailLog', Key: { personKey: 'user-1', mailId: 'mail-1' } },
  ]);
  expect(expire).toHaveBeenCalledExactlyOnceWith('cs_2');
  expect(removal()).toEqual([
    {
      Put: {
        TableName: 'Users',
        Item: { userId: 'user-1', status: 'deleted', expiration: expect.any(Number) },
        ConditionExpression: 'referralCode = :code AND votes = :votes',
        ExpressionAttributeValues: { ':code': 'abc', ':votes': votes },
      },
    },
    {
      Update: {
        TableName: 'Feedback',
        Key: { feedbackId: 'votes#marketplace' },
        UpdateExpression: 'ADD votes :by',
        ExpressionAttributeValues: { ':by': -1 },
      },
    },
  ]);
  expect(table.commandCalls(UpdateCommand)[0]?.args[0].input).toMatchObject({
    TableName: 'Orders',
    Key: { orderId: 'cs_1' },
    ConditionExpression: 'userId = :userId AND attribute_not_exists(passedOnAt)',
    UpdateExpression: 'REMOVE userId, licenseFile, isLicenseUnannounced, giftFrom, receiptUrl',
  });
  expect(table.commandCalls(UpdateCommand)[1]?.args[0].input).toMatchObject({
    Key: { orderId: 'cs_3' },
    UpdateExpression: expect.stringMatching(/REMOVE buyerId, receiptUrl$/),
  });
  const [mail] = send.mock.lastCall ?? [];
  expect(publishChange).toHaveBeenCalledExactlyOnceWith('user-1');
  expect(mail).toMatchObject({
    idempotencyKey: 'goodbye#user-1',
    to: 'ana@example.test',
    logUnder: 'nobody',
  });
});

test('continues after an earlier run removed the sign-in', async () => {
  pool.on(AdminDeleteUserCommand).rejects(new UserNotFoundException({ message: 'gone', $metadata: {} }));
  await run();
  expect(table.commandCalls(DeleteCommand)).toHaveLength(5);
  expect(send).toHaveBeenCalledOnce();
});

test.each(['completed', 'expired', 'missing'])('is not stopped by a checkout that is %s', async () => {
  expire.mockRejectedValue(Object.assign(new Error('No.'), { type: 'StripeInvalidRequestError' }));
  await run();
  expect(send).toHaveBeenCalledOnce();
});

test('does not need Stripe without a checkout', async () => {
  table.on(GetCommand).resolves({ Item: { userId: 'user-1', status: 'active' } });
  stripe.mockRejectedValue(new Error('Payments are not set up.'));
  await run();
  expect(send).toHaveBeenCalledOnce();
});

test.each([
  ['does not answer', () => expire.mockRejectedValue(connectionError)],
  ['has no key yet', () => stripe.mockRejectedValue(new Error('Payments are not set up.'))],
])('removes the data even while Stripe %s', async (_, fail) => {
  fail();
  await run();
  expect(table.commandCalls(DeleteCommand)).toHaveLength(5);
  expect(removal()?.[0]?.Put?.Item).toMatchObject({ status: 'deleted' });
  expect(send).toHaveBeenCalledOnce();
});

test('fails without repeating a message that is not an event', async () => {
  const text = 'ana@example.test';
  const failed = await deliverMessages(handler, [text]).catch(String);
  expect(failed).toMatch(/invalid_type/);
  expect(failed).not.toContain(text);
  expect(table.calls()).toEqual([]);
});

test('changes nothing while the sign-in cannot be removed', async () => {
  pool.on(AdminDeleteUserCommand).rejects(new Error('throttled'));
  await expect(run()).rejects.toThrow('throttled');
  expect(table.calls()).toEqual([]);
  expect(send).not.toHaveBeenCalled();
});

test('forgets the emails without an account that the address got before', async () => {
  const subscriberId = `address-${createHash('sha256').update('ana@example.test').digest('hex')}`;
  const Item = { subscriberId, version: 2, userId: 'user-1', groups: [] };
  table.on(GetCommand, { TableName: 'Subscribers', Key: { subscriberId } }).resolves({ Item });
  await run();
  const [put] = table.commandCalls(PutCommand, { TableName: 'Subscribers' });
  expect(Object.keys(put?.args[0].input.Item ?? {}).sort()).toEqual([
    'expiration',
    'groups',
    'leftAt',
    'subscriberId',
    'version',
  ]);
});
