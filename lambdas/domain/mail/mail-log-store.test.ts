import { GetCommand, PutCommand, ScanCommand } from '@aws-sdk/lib-dynamodb';
import { describe, expect, it } from 'vitest';
import type { MailOutcome } from '../../../contract/records/logged-mail.ts';
import { testSiteTables } from '../../platform/test-site-tables.ts';
import { mailingStore } from '../mailings/mailing-store.ts';
import { addressKey, mailLogStore } from './mail-log-store.ts';

const { client, names } = testSiteTables('MailLog', 'Mailings');
const mailings = mailingStore(client, names.Mailings);
const mails = mailLogStore(client, names.MailLog);
const mail = { at: '2026-11-25T10:00:00.000Z', subject: 'Welcome' };
const reportedAt = '2026-11-25T10:00:02.000Z';

async function outcomeAfter(userId: string, ...reports: MailOutcome[]) {
  const key = { personKey: userId, mailId: 'mail-1' };
  await mails.add(key, mail);
  for (const outcome of reports) await mails.report(key, { outcome, reportedAt, messageId: 'ses-1' });
  const [first] = (await mails.page({ userId }, undefined, 50)).items;
  return first?.outcome;
}

describe('mailLogStore', () => {
  it('finds the emails about an account and those to its address, latest first, without the address', async () => {
    const later = { at: '2026-11-25T11:00:00.000Z', subject: 'We have received your message' };
    await mails.add({ personKey: 'user-1', mailId: 'a' }, mail);
    await mails.add({ personKey: addressKey('Ana@Example.test '), mailId: 'b' }, later);
    await mails.add({ personKey: 'user-2', mailId: 'c' }, mail);
    expect((await mails.page({ userId: 'user-1', email: 'ana@example.test' }, undefined, 50)).items).toEqual([
      { ...later, mailId: 'b', outcome: 'sent' },
      { ...mail, mailId: 'a', outcome: 'sent' },
    ]);
    const { Items: items } = await client.send(new ScanCommand({ TableName: names.MailLog }));
    expect(JSON.stringify(items).toLowerCase()).not.toContain('ana@');
  });

  it.each<[MailOutcome[], MailOutcome]>([
    [[], 'sent'],
    [['delivered', 'delivered'], 'delivered'],
    [['delivered', 'bounced'], 'bounced'],
    [['bounced', 'delivered'], 'bounced'],
    [['complained', 'delivered'], 'complained'],
    [['delivered', 'complained'], 'complained'],
    [['withheld'], 'withheld'],
  ])('makes of the reports %j the outcome %s', async (reports, outcome) => {
    expect(await outcomeAfter(`user-${reports.join('-')}`, ...reports)).toBe(outcome);
  });

  it('ignores a failure to send when the email arrived', async () => {
    const key = { personKey: 'user-3', mailId: 'mail-1' };
    await mails.add(key, mail);
    await mails.fail(key, mail);
    expect((await mails.page({ userId: 'user-3' }, undefined, 50)).items).toMatchObject([
      { outcome: 'failed' },
    ]);
    await mails.report(key, { outcome: 'delivered', reportedAt });
    await mails.fail(key, mail);
    expect((await mails.page({ userId: 'user-3' }, undefined, 50)).items).toMatchObject([
      { outcome: 'delivered', reportedAt },
    ]);
  });

  it('adds nothing for a late report about a removed person', async () => {
    const keys = ['user-4', addressKey('ben@example.test')].map((personKey) => ({ personKey, mailId: 'm' }));
    for (const key of keys) await mails.add(key, mail);
    await mails.forget({ userId: 'user-4', email: 'ben@example.test' });
    for (const key of keys)
      expect(await mails.report(key, { outcome: 'bounced', reportedAt, bounceType: 'Permanent' })).toBe(
        'repeated',
      );
    expect((await mails.page({ userId: 'user-4', email: 'ben@example.test' }, undefined, 50)).items).toEqual(
      [],
    );
  });

  it('counts a report once, and records it even if the mailing does not exist', async () => {
    const Item = { slug: 'spring', bounced: 0 };
    await client.send(new PutCommand({ TableName: names.Mailings, Item }));
    for (const [userId, slug] of [['user-6', 'spring'] as const, ['user-7', 'unknown'] as const]) {
      const key = { personKey: userId, mailId: `mailing-${slug}` };
      await mails.add(key, mail);
      const report = () =>
        mails.report(key, { outcome: 'bounced', reportedAt }, mailings.countReport(slug, 'bounced'));
      const first = slug === 'spring' ? 'recordedWithChange' : 'recorded';
      expect([await report(), await report()]).toEqual([first, 'repeated']);
    }
    const read = new GetCommand({ TableName: names.Mailings, Key: { slug: 'spring' } });
    expect((await client.send(read)).Item).toEqual({ ...Item, bounced: 1 });
  });

  it('records a permanent bounce after a temporary one, once', async () => {
    const key = { personKey: 'user-8', mailId: 'm' };
    await mails.add(key, mail);
    const report = (bounceType: string) => mails.report(key, { outcome: 'bounced', reportedAt, bounceType });
    const results = [await report('Transient'), await report('Permanent'), await report('Permanent')];
    expect([...results, await report('Transient')]).toEqual(['recorded', 'recorded', 'repeated', 'repeated']);
  });

  it('lets DynamoDB remove entries after 90 days', async () => {
    await mails.add({ personKey: 'user-5', mailId: 'expiring' }, mail);
    const { Items: items = [] } = await client.send(new ScanCommand({ TableName: names.MailLog }));
    const { expiration } = items.find(({ mailId }) => mailId === 'expiring') ?? {};
    expect(new Date(expiration * 1000).toISOString()).toBe('2027-02-23T10:00:00.000Z');
  });
});
