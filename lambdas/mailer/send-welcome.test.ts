import {
  AdminGetUserCommand,
  CognitoIdentityProviderClient,
  UserNotFoundException,
} from '@aws-sdk/client-cognito-identity-provider';
import {
  type AttributeValue,
  ConditionalCheckFailedException,
  DeleteItemCommand,
  PutItemCommand,
  UpdateItemCommand,
} from '@aws-sdk/client-dynamodb';
import { SESv2Client, SendEmailCommand } from '@aws-sdk/client-sesv2';
import { DynamoDBDocumentClient, GetCommand, PutCommand } from '@aws-sdk/lib-dynamodb';
import { mockClient } from 'aws-sdk-client-mock';
import { beforeEach, describe, expect, onTestFinished, test, vi } from 'vitest';
import { deliver } from '../platform/test-event.ts';
import { compose } from './compose.ts';
import { sendWelcome } from './send-welcome.ts';

const ses = mockClient(SESv2Client);
const table = mockClient(DynamoDBDocumentClient);
const pool = mockClient(CognitoIdentityProviderClient);
const handler = sendWelcome(compose());

type Item = Record<string, AttributeValue>;
/** The idempotency table. */
let records: Map<string, Item>;

/** The library's condition: ignores a run that has timed out. */
function isAbandoned({ status, in_progress_expiration: end }: Item, nowMs: number): boolean {
  return status?.S === 'INPROGRESS' && end !== undefined && Number(end.N) < nowMs;
}

beforeEach(() => {
  records = new Map();
  table.reset();
  table.on(GetCommand).resolves({});
  table.on(PutCommand, { TableName: 'MailLog' }).resolves({});
  table.on(PutCommand, { TableName: 'Users' }).resolves({});
  table.on(PutItemCommand).callsFake(({ Item: item, ExpressionAttributeValues: values }) => {
    const id = String(item.id?.S);
    const existing = records.get(id);
    if (existing && !isAbandoned(existing, Number(values[':now_in_millis'].N)))
      throw new ConditionalCheckFailedException({ message: 'No.', $metadata: {}, Item: existing });
    records.set(id, item);
    return {};
  });
  table.on(UpdateItemCommand).callsFake(({ Key, ExpressionAttributeNames, ExpressionAttributeValues }) => {
    const changes = Object.entries<string>(ExpressionAttributeNames).map(([placeholder, name]) => [
      name,
      ExpressionAttributeValues[placeholder.replace('#', ':')],
    ]);
    records.set(Key.id.S, { ...records.get(Key.id.S), ...Object.fromEntries(changes) });
    return {};
  });
  table.on(DeleteItemCommand).callsFake(({ Key }) => {
    records.delete(Key.id.S);
    return {};
  });
  pool.reset();
  pool.on(AdminGetUserCommand).resolves({ UserAttributes: [{ Name: 'email', Value: 'ana@example.test' }] });
  ses.reset();
  ses.on(SendEmailCommand).resolves({ MessageId: '1' });
});

/** The timeout of a run. */
const remainingMs = 5000;
const register = (userId: string, email: string, eventId = 'event-1') =>
  deliver(handler, { userId, email }, { id: eventId, getRemainingTimeInMillis: () => remainingMs });
const recipients = () =>
  ses.commandCalls(SendEmailCommand).flatMap(({ args }) => args[0].input.Destination?.ToAddresses);

test('welcomes a new user once, however often the event arrives', async () => {
  await register('user-1', 'ana@example.test');
  await register('user-1', 'ana@example.test');
  await register('user-1', 'ana@example.test', 'event-2');
  expect(recipients()).toEqual(['ana@example.test']);
  expect(ses.commandCalls(SendEmailCommand)[0]?.args[0].input.FromEmailAddress).toBe(
    'Lorewright <hello@site.test>',
  );
});

test('creates nothing and sends nothing when the event arrives after a deletion', async () => {
  pool.on(AdminGetUserCommand).rejects(new UserNotFoundException({ message: 'gone', $metadata: {} }));
  await register('user-1', 'ana@example.test');
  expect(table.commandCalls(PutCommand)).toEqual([]);
  expect(recipients()).toEqual([]);
});

test('welcomes two users once each', async () => {
  await register('user-1', 'ana@example.test');
  await register('user-2', 'ben@example.test');
  expect(recipients()).toEqual(['ana@example.test', 'ben@example.test']);
});

test('retries an email that could not be sent with the event', async () => {
  ses.on(SendEmailCommand).rejectsOnce(new Error('throttled')).resolves({ MessageId: '1' });
  await expect(register('user-1', 'ana@example.test')).rejects.toThrow('throttled');
  await register('user-1', 'ana@example.test');
  expect(recipients()).toEqual(['ana@example.test', 'ana@example.test']);
  await register('user-1', 'ana@example.test');
  expect(recipients()).toHaveLength(2);
});

test('welcomes a user in the next run after a killed run has timed out', async () => {
  const began = Date.parse('2025-09-01T00:00:00Z');
  vi.useFakeTimers({ toFake: ['Date'], now: began });
  onTestFinished(() => void vi.useRealTimers());
  const sending = Promise.withResolvers<void>();
  ses.on(SendEmailCommand).callsFakeOnce(() => {
    sending.resolve();
    return new Promise(() => {});
  });
  void register('user-1', 'ana@example.test');
  await sending.promise;

  vi.setSystemTime(began + remainingMs);
  await expect(register('user-1', 'ana@example.test')).rejects.toThrow('in progress');
  expect(recipients(), 'the first run may still succeed').toHaveLength(1);

  vi.setSystemTime(began + remainingMs + 1);
  await register('user-1', 'ana@example.test');
  expect(recipients()).toHaveLength(2);
});

test('stores only the id of the user, for longer than the 14 days of dead letters', async () => {
  vi.useFakeTimers({ toFake: ['Date'], now: new Date('2025-09-01T00:00:00Z') });
  onTestFinished(() => void vi.useRealTimers());
  await register('user-1', 'ana@example.test');
  const [record] = records.values();
  expect(JSON.stringify(record)).not.toContain('ana@example');
  expect(Number(record?.expiration?.N)).toBe(Date.parse('2025-09-16T00:00:00Z') / 1000);
});

const putInto = (name: string) =>
  table
    .commandCalls(PutCommand)
    .flatMap(({ args: [{ input }] }) => (input.TableName === name ? [input] : []));

test('creates the record of a user who has none, for mailings', async () => {
  await register('user-1', 'ana@example.test');
  expect(putInto('Users')).toMatchObject([{ Item: { userId: 'user-1', email: 'ana@example.test' } }]);
});

test('sends nothing to a user who has deleted the account before the email', async () => {
  const taken = new ConditionalCheckFailedException({ message: 'No.', $metadata: {} });
  table.on(PutCommand, { TableName: 'Users' }).rejects(taken);
  table.on(GetCommand).resolves({ Item: { userId: 'user-1', status: 'deleted' } });
  await register('user-1', 'ana@example.test');
  expect(recipients()).toEqual([]);
});

describe('the mail log', () => {
  const logged = () => putInto('MailLog');

  test('gets an entry before the email is sent, which the tags of the email name', async () => {
    ses.on(SendEmailCommand).callsFake(() => {
      expect(logged()).toHaveLength(1);
      return { MessageId: '1' };
    });
    await register('user-1', 'ana@example.test');
    const [entry] = logged();
    expect(entry).toMatchObject({
      TableName: 'MailLog',
      Item: { personKey: 'user-1', subject: 'Welcome to Lorewright', outcome: 'sent' },
    });
    expect(JSON.stringify(entry)).not.toContain('ana@example.test');
    expect(ses.commandCalls(SendEmailCommand)[0]?.args[0].input.EmailTags).toEqual([
      { Name: 'personKey', Value: 'user-1' },
      { Name: 'mailId', Value: entry?.Item?.mailId },
      { Name: 'causedBy', Value: 'event-1' },
    ]);
    expect(entry?.Item?.mailId).toMatch(/^[\w-]{43}$/);
  });

  test('sends no email that it does not contain', async () => {
    table.on(PutCommand, { TableName: 'MailLog' }).rejects(new Error('away'));
    await expect(register('user-1', 'ana@example.test')).rejects.toThrow('away');
    expect(recipients()).toEqual([]);
  });
});
