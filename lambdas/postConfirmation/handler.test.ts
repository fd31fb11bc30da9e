import {
  AdminUserGlobalSignOutCommand,
  CognitoIdentityProviderClient,
} from '@aws-sdk/client-cognito-identity-provider';
import { EventBridgeClient, PutEventsCommand } from '@aws-sdk/client-eventbridge';
import type { Context, PostConfirmationTriggerEvent } from 'aws-lambda';
import { mockClient } from 'aws-sdk-client-mock';
import { beforeEach, describe, expect, test, vi } from 'vitest';

const { recordMetric } = vi.hoisted(() => ({ recordMetric: vi.fn() }));
vi.mock('../platform/record-metric.ts', () => ({ recordMetric }));
const bus = mockClient(EventBridgeClient);
const pool = mockClient(CognitoIdentityProviderClient);
const { handler } = await import('./handler.ts');

const eventFor = (triggerSource: string) =>
  ({
    triggerSource,
    request: { userAttributes: { sub: 'user-1', email: 'ana@example.test', email_verified: 'true' } },
    response: {},
  }) as unknown as PostConfirmationTriggerEvent;
const registered = eventFor('PostConfirmation_ConfirmSignUp');

beforeEach(() => {
  recordMetric.mockClear();
  bus.reset();
  pool.reset();
  pool.on(AdminUserGlobalSignOutCommand).resolves({});
  bus.on(PutEventsCommand).resolves({ Entries: [{ EventId: 'event-1' }] });
});

test('counts and publishes a confirmed registration', async () => {
  expect(await handler(registered, {} as Context)).toBe(registered);
  expect(recordMetric.mock.calls).toEqual([['Registrations']]);
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
])('publishes the client metadata %j as %j', async (clientMetadata, expected) => {
  await handler({ ...registered, request: { ...registered.request, clientMetadata } }, {} as Context);
  const [entry] = bus.commandCalls(PutEventsCommand).flatMap(({ args }) => args[0].input.Entries ?? []);
  expect(JSON.parse(entry?.Detail ?? '')).toEqual({
    userId: 'user-1',
    email: 'ana@example.test',
    ...expected,
  });
});

describe('a new password', () => {
  const reset = { ...eventFor('PostConfirmation_ConfirmForgotPassword'), userPoolId: 'pool-1' };
  const handleReset = () =>
    handler(reset as PostConfirmationTriggerEvent, { awsRequestId: 'reset-1' } as Context);
  const published = () =>
    bus.commandCalls(PutEventsCommand).map(({ args }) => {
      const [entry] = args[0].input.Entries ?? [];
      return [entry?.DetailType, JSON.parse(entry?.Detail ?? '')];
    });
  const told = { userId: 'user-1', resetId: 'reset-1', email: 'ana@example.test' };

  test('ends all sign-ins before Cognito answers, and publishes no registration', async () => {
    expect(await handleReset()).toBe(reset);
    expect(pool.commandCalls(AdminUserGlobalSignOutCommand)[0]?.args[0].input).toEqual({
      UserPoolId: 'pool-1',
      Username: 'user-1',
    });
    expect(published()).toMatchObject([['PasswordReset', { ...told, isSignedOut: true }]]);
    expect(recordMetric).not.toHaveBeenCalled();
  });

  test('leaves the sign-out to the consumer when Cognito refuses it', async () => {
    pool.on(AdminUserGlobalSignOutCommand).rejects(new Error('throttled'));
    expect(await handleReset()).toBe(reset);
    expect(published()).toMatchObject([['PasswordReset', { ...told, isSignedOut: false }]]);
  });

  test('succeeds when the bus cannot be reached, and counts the failure', async () => {
    bus.on(PutEventsCommand).rejects(new Error('unavailable'));
    expect(await handleReset()).toBe(reset);
    expect(recordMetric.mock.calls).toEqual([['PasswordResetsUnpublished']]);
  });
});

test.each([
  ['refuses the event', () => bus.on(PutEventsCommand).resolves({ Entries: [{ ErrorCode: 'Throttled' }] })],
  ['cannot be reached', () => bus.on(PutEventsCommand).rejects(new Error('unavailable'))],
])('confirms the registration even when the bus %s', async (_, breakIt) => {
  breakIt();
  expect(await handler(registered, {} as Context)).toBe(registered);
  expect(recordMetric.mock.calls).toEqual([['Registrations'], ['RegistrationsUnpublished']]);
});
