import { EventBridgeClient, PutEventsCommand } from '@aws-sdk/client-eventbridge';
import { mockClient } from 'aws-sdk-client-mock';
import { beforeEach, expect, test } from 'vitest';
import * as events from '../../contract/events/events.ts';
import { publishEvent } from './publish-event.ts';

const bus = mockClient(EventBridgeClient);
const publish = () =>
  publishEvent({ connect: async () => new EventBridgeClient({}), name: 'Bus' }, events.userRegistered, {
    userId: 'user-1',
    email: 'ana@example.test',
  });

beforeEach(() => {
  bus.reset();
});

test('publishes the event with the source and type of the contract', async () => {
  bus.on(PutEventsCommand).resolves({ FailedEntryCount: 0, Entries: [{ EventId: 'event-1' }] });
  await publish();
  const [call] = bus.commandCalls(PutEventsCommand);
  const [entry, ...more] = call?.args[0].input.Entries ?? [];
  expect(more).toEqual([]);
  expect(entry).toMatchObject({
    EventBusName: 'Bus',
    Source: 'lorewright',
    DetailType: 'UserRegistered',
  });
  expect(JSON.parse(entry?.Detail ?? '')).toEqual({ userId: 'user-1', email: 'ana@example.test' });
});

test('fails when the bus answers 200 but rejects the entry', async () => {
  const Entries = [{ ErrorCode: 'ThrottlingException', ErrorMessage: 'Rate exceeded' }];
  bus.on(PutEventsCommand).resolves({ FailedEntryCount: 1, Entries });
  await expect(publish()).rejects.toThrow(
    'The bus refused UserRegistered: ThrottlingException, Rate exceeded',
  );
});

test('fails when the bus counts a failure, whatever the entry says', async () => {
  bus.on(PutEventsCommand).resolves({ FailedEntryCount: 1, Entries: [{ EventId: 'event-1' }] });
  await expect(publish()).rejects.toThrow('The bus refused UserRegistered');
});

test('fails when the bus says nothing about the entry', async () => {
  bus.on(PutEventsCommand).resolves({});
  await expect(publish()).rejects.toThrow('The bus refused UserRegistered');
});

test('fails when the bus cannot be reached', async () => {
  bus.on(PutEventsCommand).rejects(new Error('getaddrinfo ENOTFOUND'));
  await expect(publish()).rejects.toThrow('ENOTFOUND');
});

test('throws no content of the event', async () => {
  bus.on(PutEventsCommand).resolves({ Entries: [{ ErrorCode: 'InternalFailure' }] });
  await expect(publish()).rejects.not.toThrow(/ana@example/);
});
