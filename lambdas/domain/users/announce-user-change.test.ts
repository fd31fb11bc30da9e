import { EventBridgeClient, PutEventsCommand } from '@aws-sdk/client-eventbridge';
import { mockClient } from 'aws-sdk-client-mock';
import { describe, expect, it } from 'vitest';
import { userChangeAnnouncer, userChangePublisher } from './announce-user-change.ts';

const bus = mockClient(EventBridgeClient);
const site = { connect: async () => new EventBridgeClient({}), name: 'site' };

describe('userChangeAnnouncer', () => {
  it('publishes the change', async () => {
    bus.on(PutEventsCommand).resolves({ Entries: [{ EventId: '1' }] });
    await userChangeAnnouncer(site)('user-1');
    expect(bus.commandCalls(PutEventsCommand)[0]?.args[0].input.Entries).toEqual([
      expect.objectContaining({
        EventBusName: 'site',
        DetailType: 'UserChanged',
        Detail: '{"userId":"user-1"}',
      }),
    ]);
  });

  it('does not throw when the bus fails, because the change has succeeded', async () => {
    bus.on(PutEventsCommand).rejects(new Error('The bus is unavailable.'));
    await expect(userChangeAnnouncer(site)('user-1')).resolves.toBeUndefined();
    await expect(userChangePublisher(site)('user-1')).rejects.toThrow('The bus is unavailable.');
  });
});
