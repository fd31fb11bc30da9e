import {
  AdminGetUserCommand,
  CognitoIdentityProviderClient,
  UserNotFoundException,
} from '@aws-sdk/client-cognito-identity-provider';
import { PutCommand, ScanCommand } from '@aws-sdk/lib-dynamodb';
import { mockClient } from 'aws-sdk-client-mock';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { type MailGroup, unsubscribableGroups } from '../../../contract/records/user.ts';
import { testSiteTables } from '../../platform/test-site-tables.ts';
import { subscriptionToken, unsubscribeToken } from '../mail/link-token.ts';
import { addressKey, mailLogStore } from '../mail/mail-log-store.ts';
import { mailingStore } from '../mailings/mailing-store.ts';
import { recipientKey, recipientStore } from '../mailings/recipient-store.ts';
import { newUser } from '../users/new-user.ts';
import { userStore } from '../users/user-store.ts';
import { confirmSubscription } from './confirm-subscription.ts';
import { mergeSubscription } from './merge-subscription.ts';
import { changeSubscription, deleteSubscription, readSubscription } from './subscription-by-link.ts';
import { endSubscription, subscriptionStore } from './subscription-store.ts';
import { unsubscribeByLink } from './unsubscribe-by-link.ts';

const { client: tables, names } = testSiteTables('Subscribers', 'Users', 'MailLog', 'Mailings');
const pool = mockClient(CognitoIdentityProviderClient);
const key = 'k'.repeat(64);
const announce = vi.fn<(userId: string) => Promise<void>>();
const users = userStore(tables, names.Users);
const subscriptions = subscriptionStore(tables, names.Subscribers);
const mails = mailLogStore(tables, names.MailLog);
const dependencies = {
  tables,
  users,
  subscriptions,
  mails,
  mailings: mailingStore(tables, names.Mailings),
  limits: { take: async () => {} },
  pool: new CognitoIdentityProviderClient({ region: 'us-east-1' }),
  userPoolId: 'pool-1',
  readLinkKey: async () => key,
  announce,
};

let email: string;
let userId: string;
let count = 0;
const start = Date.UTC(2026, 10, 28);
const at = (minute: number) => new Date(start + minute * 60_000);
const requestOf = (groups: ('updates' | 'resources' | 'newsletter')[], minute = 0) =>
  subscriptionToken.sign(key, { email, groups, requestedAt: at(minute).getTime() });
const confirm = (token: string, minute = 1) => confirmSubscription(dependencies, token, at(minute));
const stored = () => subscriptions.find(addressKey(email));
const linkOf = (group: MailGroup | 'all') => unsubscribeToken.sign(key, { userId: addressKey(email), group });
const register = () => {
  pool.on(AdminGetUserCommand).resolves({
    UserStatus: 'CONFIRMED',
    Enabled: true,
    UserCreateDate: at(0),
    UserLastModifiedDate: at(0),
    UserAttributes: [
      { Name: 'sub', Value: userId },
      { Name: 'email', Value: email },
    ],
  });
  return mergeSubscription(dependencies, { userId, email }, at(5));
};
const groupsOfUser = async () => {
  const { unsubscriptions = [] } = (await users.find(userId)) ?? {};
  return unsubscribableGroups.filter((group) => !unsubscriptions.includes(group));
};

beforeEach(() => {
  count += 1;
  email = `Ana-${count}@example.test`;
  userId = `user-${count}`;
  announce.mockReset();
  pool.reset();
  pool.on(AdminGetUserCommand).rejects(new UserNotFoundException({ message: 'None.', $metadata: {} }));
});

describe('confirmSubscription', () => {
  it('stores the address and the groups, however often it is called and however the address is spelled', async () => {
    const token = requestOf(['newsletter']);
    const [first, second] = await Promise.all([confirm(token), confirm(token)]);
    expect(first).toEqual({ isOfAccount: false, groups: ['newsletter'], token: linkOf('all') });
    expect(second).toEqual(first);
    email = email.toUpperCase();
    await confirm(requestOf(['updates']));
    const { Items: items = [] } = await tables.send(new ScanCommand({ TableName: names.Subscribers }));
    const found = items.filter((item) => item.subscriberId === addressKey(email));
    expect(found).toMatchObject([{ email, groups: ['updates', 'newsletter'] }]);
  });

  it('adds up two requests that are confirmed at the same time', async () => {
    await Promise.all([
      confirm(requestOf(['newsletter'])),
      confirm(requestOf(['updates'])),
      confirm(requestOf(['resources'])),
    ]);
    expect((await stored())?.groups).toEqual(['updates', 'resources', 'newsletter']);
  });

  it('does not subscribe a person again who has left since the request', async () => {
    const token = requestOf(['newsletter']);
    await confirm(token);
    await unsubscribeByLink(dependencies, linkOf('newsletter'), at(2));
    await expect(confirm(token, 3)).rejects.toMatchObject({ code: 'aborted' });
    await deleteSubscription(dependencies, linkOf('all'), at(4));
    await expect(confirm(token, 5)).rejects.toMatchObject({ code: 'aborted' });
    expect(JSON.stringify(await stored())).not.toContain('@');
    expect(await confirm(requestOf(['updates'], 6), 7)).toMatchObject({ groups: ['updates'] });
  });

  it('ignores an account that somebody has registered and not confirmed', async () => {
    pool.on(AdminGetUserCommand).resolves({
      UserStatus: 'UNCONFIRMED',
      Enabled: true,
      UserCreateDate: at(0),
      UserLastModifiedDate: at(0),
      UserAttributes: [
        { Name: 'sub', Value: userId },
        { Name: 'email', Value: email },
      ],
    });
    expect(await confirm(requestOf(['newsletter']))).toMatchObject({ isOfAccount: false });
  });
});

describe('mergeSubscription', () => {
  it('lets the account take over the groups once, and leaves no address', async () => {
    await confirm(requestOf(['newsletter', 'updates']));
    expect(await register()).toBe(true);
    expect(await groupsOfUser()).toEqual(['updates', 'newsletter']);
    expect(await stored()).toMatchObject({ userId, groups: [] });
    expect(JSON.stringify(await stored())).not.toContain('@');
    // The person turns one off; the event arrives again.
    await users.replaceUnsubscriptions(
      userId,
      ['resources', 'feedback'],
      ['updates', 'resources', 'feedback'],
    );
    expect(await register()).toBe(false);
    expect(await groupsOfUser()).toEqual(['newsletter']);
  });

  it('changes nothing when it is killed before its only write, and succeeds on retry', async () => {
    await confirm(requestOf(['newsletter']));
    const killed = { ...dependencies, tables: { send: () => Promise.reject(new Error('killed')) } as never };
    const before = await stored();
    await users.create(newUser(userId, email, at(1)));
    await expect(mergeSubscription(killed, { userId, email }, at(2))).rejects.toThrow('killed');
    expect([await stored(), await groupsOfUser()]).toEqual([before, []]);
    expect(await mergeSubscription(dependencies, { userId, email }, at(3))).toBe(true);
    expect(await groupsOfUser()).toEqual(['newsletter']);
  });

  it.each(['registration first', 'confirmation first', 'both at once'])(
    'gives the groups to the account: %s',
    async (order) => {
      const token = requestOf(['newsletter']);
      if (order === 'registration first') await register();
      if (order === 'confirmation first') await confirm(token);
      await Promise.all([register(), confirm(token)]);
      expect(await groupsOfUser()).toEqual(['newsletter']);
      expect((await stored())?.email).toBeUndefined();
    },
  );

  it('gives only the groups that remain when the person unsubscribes at the same time', async () => {
    await confirm(requestOf(['newsletter', 'updates']));
    await Promise.all([register(), unsubscribeByLink(dependencies, linkOf('updates'), at(5))]);
    expect(await groupsOfUser()).toEqual(['newsletter']);
  });

  it('gives nothing to an account that was deleted', async () => {
    await confirm(requestOf(['newsletter']));
    expect(await mergeSubscription(dependencies, { userId, email }, at(5))).toBe(false);
    expect((await stored())?.email).toBe(email);
  });
});

describe('unsubscribeByLink', () => {
  it('unsubscribes a person without an account, and subscribes them again', async () => {
    await confirm(requestOf(['newsletter', 'updates']));
    const left = await unsubscribeByLink(dependencies, linkOf('all'), at(2));
    expect(left).toEqual({ group: 'all', changed: ['updates', 'newsletter'] });
    expect(await stored()).toMatchObject({ groups: [], expiration: expect.any(Number) });
    expect((await unsubscribeByLink(dependencies, linkOf('all'), at(3))).changed).toEqual([]);
    expect((await unsubscribeByLink(dependencies, linkOf('all'), at(4), ['newsletter'])).changed).toEqual([
      'newsletter',
    ]);
    const again = await stored();
    expect(again?.groups).toEqual(['newsletter']);
    expect(again).not.toHaveProperty('expiration');
  });

  it('unsubscribes the account with a link from before the registration', async () => {
    await confirm(requestOf(['newsletter']));
    await register();
    expect(await unsubscribeByLink(dependencies, linkOf('newsletter'), at(6))).toEqual({
      group: 'newsletter',
      changed: ['newsletter'],
    });
    expect(await groupsOfUser()).toEqual([]);
    expect(announce).toHaveBeenCalledWith(userId);
  });

  it('does not promise emails to an address that is not stored any more', async () => {
    expect((await unsubscribeByLink(dependencies, linkOf('all'), at(1))).changed).toEqual([]);
    await expect(unsubscribeByLink(dependencies, linkOf('all'), at(1), ['newsletter'])).rejects.toMatchObject(
      {
        code: 'not-found',
      },
    );
  });
});

describe('the link to a subscription', () => {
  it('shows, changes and deletes everything that is stored', async () => {
    await confirm(requestOf(['newsletter']));
    const subscriberId = addressKey(email);
    await recipientStore(tables, names.MailLog).claim('news', [subscriberId], {
      at: at(2).toISOString(),
      subject: 'News',
    });
    const uncertain = { slug: 'news', uncertainIds: new Set([subscriberId, 'user-0']) };
    await tables.send(new PutCommand({ TableName: names.Mailings, Item: uncertain }));
    expect(await readSubscription(dependencies, linkOf('all'), at(3))).toEqual({
      email,
      groups: ['newsletter'],
      confirmedAt: at(1).toISOString(),
      emails: [
        {
          mailId: recipientKey('news', subscriberId).mailId,
          at: at(2).toISOString(),
          subject: 'News',
          outcome: 'sending',
        },
      ],
    });
    const change = { token: linkOf('all'), seen: ['newsletter'], groups: ['resources'] } as const;
    expect(await changeSubscription(dependencies, change, at(4))).toEqual({ groups: ['resources'] });

    await deleteSubscription(dependencies, linkOf('all'), at(5));
    await deleteSubscription(dependencies, linkOf('all'), at(6));
    await expect(readSubscription(dependencies, linkOf('all'), at(7))).rejects.toMatchObject({
      code: 'not-found',
    });
    expect((await mails.page({ userId: subscriberId }, undefined, 10)).items).toEqual([]);
    const { Items: [mailing] = [] } = await tables.send(new ScanCommand({ TableName: names.Mailings }));
    expect(mailing?.uncertainIds).toEqual(new Set(['user-0']));
  });

  it('restores no group that another page has turned off', async () => {
    await confirm(requestOf(['newsletter', 'updates']));
    const token = linkOf('all');
    const seen = ['updates', 'newsletter'] as const;
    await changeSubscription(dependencies, { token, seen, groups: ['updates'] }, at(2));
    const stale = { token, seen, groups: ['updates', 'newsletter', 'resources'] } as const;
    expect(await changeSubscription(dependencies, stale, at(3))).toEqual({
      groups: ['updates', 'resources'],
    });
  });

  it('is neither the link for one group nor the link of an account', async () => {
    await confirm(requestOf(['newsletter']));
    for (const token of [linkOf('newsletter'), unsubscribeToken.sign(key, { userId, group: 'all' })])
      await expect(readSubscription(dependencies, token, at(2))).rejects.toMatchObject({
        code: 'invalid-argument',
      });
  });

  it('leads the owner of an account to the preferences', async () => {
    await confirm(requestOf(['newsletter']));
    await register();
    await expect(readSubscription(dependencies, linkOf('all'), at(6))).rejects.toMatchObject({
      code: 'aborted',
    });
    await expect(
      changeSubscription(dependencies, { token: linkOf('all'), seen: [], groups: [] }, at(6)),
    ).rejects.toMatchObject({
      code: 'aborted',
    });
  });
});

it('ends the emails to an address that rejects them, once', async () => {
  await confirm(requestOf(['newsletter']));
  await endSubscription(subscriptions, addressKey(email), at(2));
  const ended = await stored();
  expect(ended).toMatchObject({ groups: [], expiration: expect.any(Number) });
  await endSubscription(subscriptions, addressKey(email), at(3));
  expect(await stored()).toEqual(ended);
  await endSubscription(subscriptions, 'address-of-nobody', at(3));
  expect(await subscriptions.find('address-of-nobody')).toBeUndefined();
});
