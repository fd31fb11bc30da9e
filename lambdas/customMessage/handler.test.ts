import {
  AdminGetUserCommand,
  CognitoIdentityProviderClient,
  UserNotFoundException,
} from '@aws-sdk/client-cognito-identity-provider';
import { EventBridgeClient, PutEventsCommand } from '@aws-sdk/client-eventbridge';
import { DynamoDBDocumentClient, GetCommand } from '@aws-sdk/lib-dynamodb';
import type { Context, CustomMessageTriggerEvent } from 'aws-lambda';
import { mockClient } from 'aws-sdk-client-mock';
import { beforeEach, expect, test, vi } from 'vitest';

vi.stubEnv('SITE_URL', 'https://site.test');
vi.stubEnv('EVENT_BUS', 'bus-1');
vi.stubEnv('USERS_TABLE', 'Users');
const bus = mockClient(EventBridgeClient);
const table = mockClient(DynamoDBDocumentClient);
const pool = mockClient(CognitoIdentityProviderClient);
const { handler } = await import('./handler.ts');

beforeEach(() => {
  bus.reset();
  bus.on(PutEventsCommand).resolves({ FailedEntryCount: 0, Entries: [{ EventId: '1' }] });
  table.reset();
  table.on(GetCommand, { TableName: 'Users', Key: { userId: 'user-1' } }).resolves({
    Item: { userId: 'user-1', email: 'old@example.test' },
  });
  pool.reset();
});

const handle = (event: CustomMessageTriggerEvent) => handler(event, { awsRequestId: 'request-1' } as Context);

const eventFor = (triggerSource: string) =>
  ({
    triggerSource,
    userPoolId: 'pool-1',
    request: { codeParameter: '{####}', userAttributes: { sub: 'user-1', email: 'ana@example.test' } },
    response: { smsMessage: null, emailMessage: null, emailSubject: null },
  }) as unknown as CustomMessageTriggerEvent;

test.each([
  ['CustomMessage_SignUp', 'verify'],
  ['CustomMessage_ForgotPassword', 'reset'],
  ['CustomMessage_UpdateUserAttribute', 'email'],
])('%s gets our mail, with {####} in the link and to be typed', async (occasion, mode) => {
  const event = eventFor(occasion);
  const answer = await handle(event);
  expect(answer).toBe(event);
  expect(answer.response.emailSubject).toBeTruthy();
  expect(answer.response.emailMessage).toContain(
    `href="https://site.test/auth?mode=${mode}#email=ana%40example.test&amp;code={####}"`,
  );
  expect(answer.response.emailMessage).toContain('>{####}<');
});

test('another occasion is left to Cognito', async () => {
  const event = eventFor('CustomMessage_Authentication');
  expect(await handle(structuredClone(event))).toEqual(event);
});

const published = () =>
  bus.commandCalls(PutEventsCommand).map(({ args }) => JSON.parse(args[0].input.Entries?.[0]?.Detail ?? ''));

test('a change of the address is told to the bus with the one in the record, and nothing else is', async () => {
  await handle(eventFor('CustomMessage_SignUp'));
  expect(bus.commandCalls(PutEventsCommand)).toHaveLength(0);
  await handle(eventFor('CustomMessage_UpdateUserAttribute'));
  expect(published()).toEqual([{ userId: 'user-1', requestId: 'request-1', email: 'old@example.test' }]);
  expect(pool.calls()).toEqual([]);
});

test('where there is no record yet, the address is the one Cognito has', async () => {
  table.on(GetCommand).resolves({});
  pool
    .on(AdminGetUserCommand, { UserPoolId: 'pool-1', Username: 'user-1' })
    .resolves({ UserAttributes: [{ Name: 'email', Value: 'first@example.test' }] });
  await handle(eventFor('CustomMessage_UpdateUserAttribute'));
  expect(published()).toMatchObject([{ email: 'first@example.test' }]);
});

test.each([
  ['cannot be read', () => table.on(GetCommand).rejects(new Error('away'))],
  [
    'is nowhere',
    () => {
      table.on(GetCommand).resolves({});
      pool.on(AdminGetUserCommand).rejects(new UserNotFoundException({ message: 'gone', $metadata: {} }));
    },
  ],
])('where the address %s, nobody gets a code for another', async (_, arrange) => {
  arrange();
  await expect(handle(eventFor('CustomMessage_UpdateUserAttribute'))).rejects.toThrow();
  expect(published()).toEqual([]);
});

test('without the warning to the address they have, nobody gets a code for another', async () => {
  bus.on(PutEventsCommand).rejects(new Error('throttled'));
  await expect(handle(eventFor('CustomMessage_UpdateUserAttribute'))).rejects.toThrow('throttled');
});
