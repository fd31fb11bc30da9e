import { EventBridgeClient, PutEventsCommand } from '@aws-sdk/client-eventbridge';
import type { Context, CustomMessageTriggerEvent } from 'aws-lambda';
import { mockClient } from 'aws-sdk-client-mock';
import { beforeEach, expect, test, vi } from 'vitest';

vi.stubEnv('SITE_URL', 'https://site.test');
vi.stubEnv('EVENT_BUS', 'bus-1');
const bus = mockClient(EventBridgeClient);
const { handler } = await import('./handler.ts');

beforeEach(() => {
  bus.reset();
  bus.on(PutEventsCommand).resolves({ FailedEntryCount: 0, Entries: [{ EventId: '1' }] });
});

const handle = (event: CustomMessageTriggerEvent) => handler(event, { awsRequestId: 'request-1' } as Context);

const eventFor = (triggerSource: string) =>
  ({
    triggerSource,
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

test('a change of the address is told to the bus, and nothing else is', async () => {
  await handle(eventFor('CustomMessage_SignUp'));
  expect(bus.commandCalls(PutEventsCommand)).toHaveLength(0);
  await handle(eventFor('CustomMessage_UpdateUserAttribute'));
  const [call] = bus.commandCalls(PutEventsCommand);
  expect(JSON.parse(call?.args[0].input.Entries?.[0]?.Detail ?? '')).toEqual({
    userId: 'user-1',
    requestId: 'request-1',
  });
});

test('without the warning to the address they have, nobody gets a code for another', async () => {
  bus.on(PutEventsCommand).rejects(new Error('throttled'));
  await expect(handle(eventFor('CustomMessage_UpdateUserAttribute'))).rejects.toThrow('throttled');
});
