import { EventBridgeClient, PutEventsCommand } from '@aws-sdk/client-eventbridge';
import type { Context, PostConfirmationTriggerEvent } from 'aws-lambda';
import { mockClient } from 'aws-sdk-client-mock';
import { beforeEach, expect, test, vi } from 'vitest';

vi.stubEnv('EVENT_BUS', 'Bus');
vi.stubEnv('POWERTOOLS_LOG_LEVEL', 'SILENT');
const { count } = vi.hoisted(() => ({ count: vi.fn() }));
vi.mock('../platform/count.ts', () => ({ count }));
const bus = mockClient(EventBridgeClient);
const { handler } = await import('./handler.ts');

const eventFor = (triggerSource: string) =>
  ({
    triggerSource,
    request: { userAttributes: { sub: 'user-1', email: 'ana@example.test', email_verified: 'true' } },
    response: {},
  }) as unknown as PostConfirmationTriggerEvent;
const registered = eventFor('PostConfirmation_ConfirmSignUp');

beforeEach(() => {
  count.mockClear();
  bus.reset();
  bus.on(PutEventsCommand).resolves({ Entries: [{ EventId: 'event-1' }] });
});

test('a confirmed registration is counted and goes on the bus', async () => {
  expect(await handler(registered, {} as Context)).toBe(registered);
  expect(count.mock.calls).toEqual([['Registrations']]);
  const entries = bus.commandCalls(PutEventsCommand).flatMap(({ args }) => args[0].input.Entries);
  expect(entries).toEqual([
    {
      EventBusName: 'Bus',
      Source: 'lorewright',
      DetailType: 'UserRegistered',
      Detail: JSON.stringify({ userId: 'user-1', email: 'ana@example.test' }),
    },
  ]);
});

test.each([
  [{ referralCode: 'ana-2025' }, { referralCode: 'ana-2025' }],
  [{ referralCode: '<script>' }, {}],
  [{ referralCode: '' }, {}],
  [{ somethingElse: 'ana-2025' }, {}],
])('what the browser sends along as %j goes on as %j', async (clientMetadata, expected) => {
  await handler({ ...registered, request: { ...registered.request, clientMetadata } }, {} as Context);
  const [entry] = bus.commandCalls(PutEventsCommand).flatMap(({ args }) => args[0].input.Entries ?? []);
  expect(JSON.parse(entry?.Detail ?? '')).toEqual({
    userId: 'user-1',
    email: 'ana@example.test',
    ...expected,
  });
});

test('a new password is no registration', async () => {
  const reset = eventFor('PostConfirmation_ConfirmForgotPassword');
  expect(await handler(reset, {} as Context)).toBe(reset);
  expect(count).not.toHaveBeenCalled();
  expect(bus.calls()).toEqual([]);
});

test.each([
  ['refuses the event', () => bus.on(PutEventsCommand).resolves({ Entries: [{ ErrorCode: 'Throttled' }] })],
  ['cannot be reached', () => bus.on(PutEventsCommand).rejects(new Error('away'))],
])('the person is let in also when the bus %s', async (_, breakIt) => {
  breakIt();
  expect(await handler(registered, {} as Context)).toBe(registered);
  expect(count.mock.calls).toEqual([['Registrations'], ['RegistrationsUntold']]);
});
