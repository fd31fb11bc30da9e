import {
  AdminGetUserCommand,
  CognitoIdentityProviderClient,
  UserNotFoundException,
} from '@aws-sdk/client-cognito-identity-provider';
import { PutCommand, ScanCommand } from '@aws-sdk/lib-dynamodb';
import { mockClient } from 'aws-sdk-client-mock';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { unsubscribableGroups } from '../../contract/records/user.ts';
import { addressKey, mailLogStore } from '../domain/mail/mail-log-store.ts';
import { mailingStore } from '../domain/mailings/mailing-store.ts';
import { subscriptionStore } from '../domain/subscribers/subscription-store.ts';
import { newUser } from '../domain/users/new-user.ts';
import { userStore } from '../domain/users/user-store.ts';
import { logger } from '../platform/logger.ts';
import { deliver } from '../platform/test-event.ts';
import { testSiteTables } from '../platform/test-site-tables.ts';
import { compose } from './compose.ts';
import { handleComplaint } from './handle-complaint.ts';
import { recordBounce, recordDelivery, recordRenderingFailure } from './record-reports.ts';

const { recordMetric } = vi.hoisted(() => ({ recordMetric: vi.fn() }));
vi.mock('../platform/record-metric.ts', () => ({ recordMetric }));
const warn = vi.spyOn(logger, 'warn');
const pool = mockClient(CognitoIdentityProviderClient);
const { client, names } = testSiteTables('MailLog', 'Mailings', 'Subscribers', 'Users');
const announce = vi.fn<(userId: string) => Promise<void>>();
const [mailings, users] = [mailingStore(client, names.Mailings), userStore(client, names.Users)];
const mails = mailLogStore(client, names.MailLog);
const subscriptions = subscriptionStore(client, names.Subscribers);
const dependencies = {
  ...compose(),
  mailings,
  mails,
  subscriptions,
  users,
  publishUserChanged: announce,
};

const timestamp = '2025-09-01T10:00:00.000Z';
let count = 0;
let userId: string;
let email: string;
let slug: string;
/** The keys of an email about an account, in the mail log and in the tags of the email. */
const aboutAccount = () => ({ personKey: userId, mailId: 'key-1' });
const ofMailing = () => ({ personKey: userId, mailId: `mailing-${slug}` });
type Key = ReturnType<typeof aboutAccount>;

const mailOf = (key?: Key) => ({
  messageId: 'mail-1',
  tags: key ? { personKey: [key.personKey], mailId: [key.mailId] } : {},
});
type Using = Partial<typeof dependencies>;
const bounce =
  (bounceType: string, bounceSubType = 'General') =>
  (key?: Key, using: Using = {}) =>
    deliver(recordBounce({ ...dependencies, ...using }), {
      mail: mailOf(key),
      bounce: { bounceType, bounceSubType, timestamp, bouncedRecipients: [{ emailAddress: email }] },
    });
const complaint =
  (complaintSubType: string | null = null) =>
  (key?: Key, using: Using = {}, emailAddress = email) =>
    deliver(handleComplaint({ ...dependencies, ...using }), {
      mail: mailOf(key),
      complaint: { complaintSubType, timestamp, complainedRecipients: [{ emailAddress }] },
    });
const delivery = (key?: Key, using: Using = {}) =>
  deliver(recordDelivery({ ...dependencies, ...using }), { mail: mailOf(key), delivery: { timestamp } });
const renderingFailure = (key?: Key, using: Using = {}) =>
  deliver(recordRenderingFailure({ ...dependencies, ...using }), { mail: mailOf(key) });

const account = () => pool.on(AdminGetUserCommand, { UserPoolId: 'pool-1', Username: email });
const attributes = () => ({
  UserAttributes: [
    { Name: 'sub', Value: userId },
    { Name: 'email', Value: email },
  ],
});
const logged = async () => (await mails.page({ userId }, undefined, 50)).items;
const allEntries = () => client.send(new ScanCommand({ TableName: names.MailLog, Select: 'COUNT' }));
const counted = () => recordMetric.mock.calls;
const subscribe = (subscriberId: string) =>
  subscriptions.change(subscriberId, () => ({
    subscriberId,
    email,
    groups: ['newsletter'],
    confirmedAt: timestamp,
  }));
const putMailing = (mailing: object) =>
  client.send(new PutCommand({ TableName: names.Mailings, Item: { ...mailing, slug, status: 'sending' } }));
const groupsOf = async (subscriberId: string) => (await subscriptions.find(subscriberId))?.groups;

beforeEach(async () => {
  count += 1;
  [userId, email, slug] = [`user-${count}`, `ana-${count}@example.test`, `spring-${count}`];
  for (const mock of [recordMetric, warn, announce]) mock.mockReset();
  pool.reset();
  account().resolves(attributes());
  const counts = { sent: 9, skipped: 0, bounced: 0, complained: 0 };
  const text = { group: 'updates', subject: 'News', text: 'Hello.' };
  await putMailing({ ...text, ...counts, createdAt: timestamp, updatedAt: timestamp });
  for (const key of [aboutAccount(), ofMailing()]) await mails.add(key, { at: timestamp, subject: 'Hello' });
});

describe('a report', () => {
  it.each([
    ['a delivery', delivery, 'delivered', undefined],
    ['a permanent bounce', bounce('Permanent'), 'bounced', 'MailsBounced'],
    ["a bounce by SES's global list", bounce('Permanent', 'Suppressed'), 'bounced', 'MailsBounced'],
    ['a withheld email', bounce('Permanent', 'OnAccountSuppressionList'), 'withheld', 'MailsWithheld'],
    ['a temporary bounce', bounce('Transient', 'MailboxFull'), 'bounced', undefined],
    ['an undetermined bounce', bounce('Undetermined', 'Undetermined'), 'bounced', undefined],
    ['a complaint', complaint(), 'complained', 'Complaints'],
    [
      'an email withheld after a complaint',
      complaint('OnAccountSuppressionList'),
      'withheld',
      'MailsWithheld',
    ],
    ['a rendering failure', renderingFailure, 'failed', undefined],
  ] as const)(
    'of %s is stored and counted once, also without an entry',
    async (_, report, outcome, metric) => {
      const metrics = metric ? [[metric, { messageId: 'mail-1' }]] : [];
      await report(aboutAccount());
      await report(aboutAccount());
      expect(await logged()).toContainEqual(
        expect.objectContaining({ mailId: 'key-1', outcome, messageId: 'mail-1' }),
      );
      expect(counted()).toEqual(metrics);
      const { Count: entryCount } = await allEntries();
      await report();
      expect(counted()).toEqual([...metrics, ...metrics]);
      // An email to the team has no entry.
      expect((await allEntries()).Count).toBe(entryCount);
      expect(JSON.stringify(warn.mock.calls)).not.toContain(email);
    },
  );

  it.each([
    ['a delivery', delivery],
    ['a bounce', bounce('Permanent')],
    ['a complaint', complaint()],
    ['a rendering failure', renderingFailure],
  ])(
    'of %s fails when the log fails, so that the event is retried, and counts nothing',
    async (_, report) => {
      const failing = { ...mails, report: () => Promise.reject(new Error('away')) };
      await expect(report(aboutAccount(), { mails: failing })).rejects.toThrow('away');
      expect(counted()).toEqual([]);
    },
  );

  it('of a bounce is logged with its kind', async () => {
    await bounce('Transient', 'MailboxFull')(aboutAccount());
    expect(warn).toHaveBeenCalledExactlyOnceWith('an email did not arrive', {
      messageId: 'mail-1',
      bounceType: 'Transient',
      bounceSubType: 'MailboxFull',
    });
    expect(await logged()).toContainEqual(
      expect.objectContaining({ bounceType: 'Transient', reportedAt: timestamp }),
    );
  });
});

describe('a mailing', () => {
  it.each([
    ['a permanent bounce', bounce('Permanent'), { bounced: 1, complained: 0 }],
    ['a temporary bounce', bounce('Transient'), { bounced: 0, complained: 0 }],
    ['a complaint', complaint(), { bounced: 0, complained: 1 }],
    ['a withheld email', complaint('OnAccountSuppressionList'), { bounced: 0, complained: 0 }],
  ])('counts %s once', async (_, report, counts) => {
    await report(ofMailing());
    await report(ofMailing());
    expect(await mailings.find(slug)).toMatchObject(counts);
  });

  it('pauses once when an email of it cannot be rendered, and not again after it was resumed', async () => {
    await renderingFailure(ofMailing());
    const paused = await mailings.find(slug);
    expect(paused).toMatchObject({ status: 'paused', pauseReason: 'text' });
    await putMailing({ ...paused, pauseReason: undefined });
    await renderingFailure(ofMailing());
    expect((await mailings.find(slug))?.status).toBe('sending');
    expect(counted()).toEqual([['MailingsPaused', { slug }]]);
  });

  it('that is paused already only gets the entry', async () => {
    await mailings.pauseNow(slug, 'bounces');
    await renderingFailure(ofMailing());
    expect(await logged()).toContainEqual(
      expect.objectContaining({ mailId: ofMailing().mailId, outcome: 'failed' }),
    );
    expect((await mailings.find(slug))?.pauseReason).toBe('bounces');
    expect(counted()).toEqual([]);
  });
});

describe('a person who complains', () => {
  const complain = complaint();
  const unsubscriptions = async () => (await users.find(userId))?.unsubscriptions;
  const noAccount = () => account().rejects(new UserNotFoundException({ message: 'No.', $metadata: {} }));

  it.each(['with', 'without'])('is unsubscribed from all groups, %s a record', async (record) => {
    if (record === 'with')
      await users.create({ ...newUser(userId, email, new Date(0)), unsubscriptions: [] });
    await complain(aboutAccount());
    expect(await unsubscriptions()).toEqual(unsubscribableGroups);
    expect(announce).toHaveBeenCalledExactlyOnceWith(userId);
  });

  it('keeps the subscriptions when the email was withheld because of an earlier complaint', async () => {
    await complaint('OnAccountSuppressionList')(aboutAccount());
    expect(await unsubscriptions()).toBeUndefined();
  });

  it('is unsubscribed on the retry after Cognito failed, and counted once', async () => {
    account().rejectsOnce(new Error('away')).resolves(attributes());
    await expect(complain(aboutAccount())).rejects.toThrow('away');
    await complain(aboutAccount());
    expect(await unsubscriptions()).toEqual(unsubscribableGroups);
    expect(counted()).toEqual([['Complaints', { messageId: 'mail-1' }]]);
  });

  it('is announced on the retry after the announcement failed', async () => {
    announce.mockRejectedValueOnce(new Error('away'));
    await expect(complain(aboutAccount())).rejects.toThrow('away');
    await complain(aboutAccount());
    expect(announce.mock.calls).toEqual([[userId], [userId]]);
  });

  it('without an account gets no more emails at the address', async () => {
    noAccount();
    await subscribe(addressKey(email));
    await complain({ personKey: addressKey(email), mailId: 'key-1' });
    expect(await groupsOf(addressKey(email))).toEqual([]);
    expect(announce).not.toHaveBeenCalled();
  });

  it('is not looked up with an address that no account can have', async () => {
    await complain(aboutAccount(), {}, `${'a'.repeat(128)}@example.test`);
    expect(pool.calls()).toEqual([]);
  });
});

it.each([
  ['ends the emails to an address without an account after a permanent bounce', 'Permanent', addressKey, []],
  ['keeps them after a temporary bounce', 'Transient', addressKey, ['newsletter']],
  ['leaves an account to the list of the email service', 'Permanent', () => userId, ['newsletter']],
] as const)('%s', async (_, type, personKeyOf, groups) => {
  await subscribe(addressKey(email));
  await bounce(type)({ personKey: personKeyOf(email), mailId: 'key-1' });
  expect(await groupsOf(addressKey(email))).toEqual(groups);
});
