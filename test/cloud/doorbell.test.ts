import { afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { channelOfUser, deskChannel } from '../../contract/rules/doorbell-channels.ts';
import { listenToChannel } from '../../scripts/commands/smoke/listen-to-channel.ts';
import { pay } from '../pay.ts';
import { type Person, readSettings, registerPerson } from '../person.ts';
import { registerAdmin } from '../registered-admin.ts';
import { unsubscribeLinks } from '../unsubscribe-links.ts';
import { forgeToken } from './forge-token.ts';
import { checkoutRequest, cloud, siteUrl, waitUntilQuiet } from './site.ts';

let ana: Person;
const open: (() => void)[] = [];

beforeAll(async () => {
  ana = await registerPerson(siteUrl);
  await ana.call('me');
});

afterEach(() => {
  for (const close of open.splice(0)) close();
});

async function listen(person: Person, channel = channelOfUser(person.userId)) {
  const listening = await listenToChannel(await readSettings(siteUrl), person.accessToken, channel);
  open.push(listening.close);
  return listening;
}

const inTime = { timeout: 10_000, interval: 20 };

describe('the doorbell', () => {
  it('rings for a change of the record, with a version and nothing about the person', async () => {
    const { outcome, rings } = await listen(ana);
    expect(outcome).toBe('subscribe_success');
    await ana.call('updateMe', { mailGroup: { group: 'newsletter', wantsMail: false } });
    await vi.waitFor(() => expect(rings).toEqual([{ version: expect.any(String) }]), inTime);
    await ana.call('updateMe', { mailGroup: { group: 'newsletter', wantsMail: true } });
    await vi.waitFor(() => expect(new Set(rings.map(({ version }) => version)).size).toBe(2), inTime);
  });

  it('rings when a license arrives', async () => {
    const buyer = await registerPerson(siteUrl);
    const { rings } = await listen(buyer);
    await pay((await buyer.call('checkout', checkoutRequest)).url);
    await vi.waitFor(() => expect(rings).not.toEqual([]), inTime);
    expect((await buyer.call('me')).subscription.status).toBe('active');
  });

  it('rings when a link in an email unsubscribes', async () => {
    const reader = await registerAdmin(siteUrl);
    const { all } = await unsubscribeLinks(siteUrl, reader);
    const token = all.replace(/.*#token=/, '');
    const { rings } = await listen(reader);
    await reader.call('unsubscribe', { token });
    await vi.waitFor(() => expect(rings).not.toEqual([]), inTime);
  });

  it('does not ring for other people or when the record is only read', async () => {
    const bea = await registerPerson(siteUrl);
    const { rings } = await listen(bea);
    await ana.call('updateMe', { mailGroup: { group: 'updates', wantsMail: false } });
    await bea.call('me');
    await waitUntilQuiet();
    expect(rings).toEqual([]);
  });

  it.each([
    ['another user’s channel', () => channelOfUser(ana.userId)],
    ['all channels', () => '/users/*'],
    ['the desk', () => deskChannel],
  ])('refuses %s', async (_, channel) => {
    const mallory = await registerPerson(siteUrl);
    expect((await listen(mallory, channel())).outcome).toBe('subscribe_error');
  });

  it.each([
    ['is not valid', async () => `${ana.accessToken}x`],
    [
      'has expired',
      () => forgeToken(cloud.dir, ana.accessToken, { exp: Math.floor(Date.now() / 1000) - 60 }),
    ],
  ])('refuses a token that %s', async (_, makeToken) => {
    const { outcome } = await listenToChannel(
      await readSettings(siteUrl),
      await makeToken(),
      channelOfUser(ana.userId),
    );
    expect(outcome).toBe('connection_error');
  });

  it('rings in each of 20 tabs', async () => {
    const person = await registerPerson(siteUrl);
    const tabs = await Promise.all(Array.from({ length: 20 }, () => listen(person)));
    await person.call('updateMe', { mailGroup: { group: 'newsletter', wantsMail: true } });
    await vi.waitFor(() => expect(tabs.filter(({ rings }) => rings.length === 0)).toEqual([]), inTime);
  });

  it('rings for admins with the id of the changed account', async () => {
    const admin = await registerAdmin(siteUrl);
    const { outcome, rings } = await listen(admin, deskChannel);
    expect(outcome).toBe('subscribe_success');
    await ana.call('updateMe', { mailGroup: { group: 'resources', wantsMail: false } });
    await vi.waitFor(
      () => expect(rings).toContainEqual({ userId: ana.userId, version: expect.any(String) }),
      inTime,
    );
  });
});
