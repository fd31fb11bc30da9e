import { EventBridgeClient, PutEventsCommand } from '@aws-sdk/client-eventbridge';
import { mockClient } from 'aws-sdk-client-mock';
import { describe, expect, it, vi } from 'vitest';
import { userChangeAnnouncing } from './user-change-announcing.ts';
import { userChangePublishing } from './user-change-publishing.ts';

vi.stubEnv('EVENT_BUS', 'site');
const bus = mockClient(EventBridgeClient);

describe('userChangeAnnouncing', () => {
  it('publishes the change', async () => {
    bus.on(PutEventsCommand).resolves({ Entries: [{ EventId: '1' }] });
    await userChangeAnnouncing()('user-1');
    expect(bus.commandCalls(PutEventsCommand)[0]?.args[0].input.Entries).toEqual([
      expect.objectContaining({
        EventBusName: 'site',
        DetailType: 'UserChanged',
        Detail: '{"userId":"user-1"}',
      }),
    ]);
  });

  it('does not fail when the bus does, because the change itself has succeeded', async () => {
    bus.on(PutEventsCommand).rejects(new Error('The bus is unavailable.'));
    await expect(userChangeAnnouncing()('user-1')).resolves.toBeUndefined();
    await expect(userChangePublishing()('user-1')).rejects.toThrow('The bus is unavailable.');
  });
});
