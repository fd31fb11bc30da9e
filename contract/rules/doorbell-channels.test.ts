import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { mayListen } from '../../local/fakes/appsync/channel-handler.ts';
import { channelOfUser, deskChannel } from './doorbell-channels.ts';

/** Runs the code of the channel's namespace, as AppSync does. */
function maySubscribe(sub: string, path: string, groups: string[] = []): boolean {
  const segments = path.slice(1).split('/');
  const [name = ''] = segments;
  return mayListen(readFileSync(`lib/doorbell/${name}-channel.js`, 'utf8'), {
    identity: { sub, username: sub, groups, claims: {} },
    info: { channel: { path, segments }, channelNamespace: { name } },
  });
}

describe('the channel of a user', () => {
  it('admits only the user, not even an admin', () => {
    expect(maySubscribe('ana', channelOfUser('ana'))).toBe(true);
    expect(maySubscribe('bea', channelOfUser('ana'))).toBe(false);
    expect(maySubscribe('bea', channelOfUser('ana'), ['admin'])).toBe(false);
  });
});

describe('the channel of the desk', () => {
  it('admits admins only', () => {
    expect(maySubscribe('ana', deskChannel, ['admin'])).toBe(true);
    expect(maySubscribe('ana', deskChannel, ['paid'])).toBe(false);
  });
});
