import {
  AdminGetUserCommand,
  CognitoIdentityProviderClient,
  UserNotFoundException,
} from '@aws-sdk/client-cognito-identity-provider';
import { ConditionalCheckFailedException } from '@aws-sdk/client-dynamodb';
import {
  DynamoDBDocumentClient,
  GetCommand,
  PutCommand,
  TransactWriteCommand,
  UpdateCommand,
} from '@aws-sdk/lib-dynamodb';
import { mockClient } from 'aws-sdk-client-mock';
import { beforeEach, expect, test, vi } from 'vitest';
import { unsubscribableGroups } from '../../contract/records/user.ts';
import { newUser } from '../domain/users/new-user.ts';
import { deliver } from '../platform/test-event.ts';
import { compose } from './compose.ts';
import { handleComplaint } from './handle-complaint.ts';

const { recordMetric } = vi.hoisted(() => ({ recordMetric: vi.fn() }));
vi.mock('../platform/record-metric.ts', () => ({ recordMetric }));
const announce = vi.fn<(userId: string) => Promise<void>>();
const table = mockClient(DynamoDBDocumentClient);
const pool = mockClient(CognitoIdentityProviderClient);
const handler = handleComplaint({ ...compose(), publishUserChanged: announce });

const email = 'ana@example.test';
const user = { ...newUser('user-1', email, new Date(0)), unsubscriptions: ['feedback'] };
const complain = (complaint: object = {}) =>
  deliver(handler, {
    mail: { messageId: 'mail-1', tags: { personKey: ['user-1'], mailId: ['key-1'] } },
    complaint: {
      complaintSubType: null,
      timestamp: '2025-09-01T10:00:00.000Z',
      complainedRecipients: [{ emailAddress: email }],
      ...complaint,
    },
  });
const updatesOf = (name: string) =>
  table
    .commandCalls(UpdateCommand)
    .flatMap(({ args: [{ input }] }) => (input.TableName === name ? [input] : []));
const ended = () => updatesOf('Users').map((input) => input.ExpressionAttributeValues?.[':next']);
const logged = () => updatesOf('MailLog').map((input) => input.ExpressionAttributeValues?.[':outcome']);

const account = {
  UserAttributes: [
    { Name: 'sub', Value: 'user-1' },
    { Name: 'email', Value: email },
  ],
};

beforeEach(() => {
  announce.mockReset();
  recordMetric.mockClear();
  table.reset();
  table.on(GetCommand).resolves({ Item: user }).on(UpdateCommand).resolves({}).on(PutCommand).resolves({});
  pool.reset();
  pool.on(AdminGetUserCommand, { UserPoolId: 'pool-1', Username: email }).resolves(account);
});

test('unsubscribes a person who complains from all groups, and counts the complaint', async () => {
  await complain();
  expect(ended()).toEqual([unsubscribableGroups]);
  expect(announce).toHaveBeenCalledExactlyOnceWith('user-1');
  expect(logged()).toEqual(['complained']);
  expect(recordMetric.mock.calls).toEqual([['Complaints', { messageId: 'mail-1' }]]);
});

test('creates a record for a person who has never opened the site', async () => {
  table.on(GetCommand).resolves({});
  await complain();
  expect(table.commandCalls(PutCommand)[0]?.args[0].input).toMatchObject({
    Item: { userId: 'user-1', email, unsubscriptions: unsubscribableGroups },
  });
});

test('changes nothing for a repeated event', async () => {
  table.on(GetCommand).resolves({ Item: { ...user, unsubscriptions: [...unsubscribableGroups] } });
  await complain();
  expect(ended()).toEqual([]);
});

test('changes nothing for an address without an account', async () => {
  pool.on(AdminGetUserCommand).rejects(new UserNotFoundException({ message: 'No.', $metadata: {} }));
  await complain();
  expect(ended()).toEqual([]);
  expect(recordMetric).toHaveBeenCalledOnce();
});

test('does not call Cognito for an address that no account can have', async () => {
  await complain({ complainedRecipients: [{ emailAddress: `${'a'.repeat(128)}@example.test` }] });
  expect(pool.calls()).toEqual([]);
});

test('does not count an email that was withheld because of an earlier complaint', async () => {
  await complain({ complaintSubType: 'OnAccountSuppressionList' });
  expect(ended()).toEqual([]);
  expect(logged()).toEqual(['withheld']);
  expect(recordMetric.mock.calls).toEqual([['MailsWithheld', { messageId: 'mail-1' }]]);
});

/** From now on, the log has the outcome already. */
const repeat = () =>
  table
    .on(UpdateCommand, { TableName: 'MailLog' })
    .rejects(new ConditionalCheckFailedException({ message: 'No.', $metadata: {} }));

test('fails when Cognito fails, and counts the complaint once when the event is retried', async () => {
  pool.on(AdminGetUserCommand).rejectsOnce(new Error('away')).resolves(account);
  await expect(complain()).rejects.toThrow('away');
  repeat();
  await complain();
  expect(ended()).toEqual([unsubscribableGroups]);
  expect(recordMetric.mock.calls).toEqual([['Complaints', { messageId: 'mail-1' }]]);
});

test('does not count a repeated event', async () => {
  repeat();
  await complain();
  await complain({ complaintSubType: 'OnAccountSuppressionList' });
  expect(recordMetric).not.toHaveBeenCalled();
});

test('announces the change on the retry after the announcement failed', async () => {
  announce.mockRejectedValueOnce(new Error('away'));
  await expect(complain()).rejects.toThrow('away');
  table.on(GetCommand).resolves({ Item: { ...user, unsubscriptions: [...unsubscribableGroups] } });
  await complain();
  expect(announce.mock.calls).toEqual([['user-1'], ['user-1']]);
});

test('counts a complaint about a mailing together with the entry in the log', async () => {
  table.on(TransactWriteCommand).resolves({});
  await deliver(handler, {
    mail: { messageId: 'mail-1', tags: { personKey: ['user-1'], mailId: ['mailing-spring'] } },
    complaint: { complaintSubType: null, timestamp: '2025-09-01T10:00:00.000Z', complainedRecipients: [] },
  });
  expect(table.commandCalls(TransactWriteCommand)[0]?.args[0].input.TransactItems).toMatchObject([
    { Update: { TableName: 'MailLog', Key: { personKey: 'user-1', mailId: 'mailing-spring' } } },
    { Update: { TableName: 'Mailings', Key: { slug: 'spring' }, UpdateExpression: 'ADD complained :one' } },
  ]);
});

test('ends the emails to an address without an account', async () => {
  pool.on(AdminGetUserCommand).rejects(new UserNotFoundException({ message: 'None.', $metadata: {} }));
  const Item = { subscriberId: 'address-1', version: 1, email, groups: ['newsletter'], confirmedAt: 'then' };
  table.on(GetCommand, { TableName: 'Subscribers' }).resolves({ Item });
  await complain();
  const [put] = table.commandCalls(PutCommand, { TableName: 'Subscribers' });
  expect(put?.args[0].input.Item).toMatchObject({ groups: [], expiration: expect.any(Number) });
});
