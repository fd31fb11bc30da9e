import { GetHostedZoneCommand, Route53Client } from '@aws-sdk/client-route-53';
import { mockClient } from 'aws-sdk-client-mock';
import { beforeEach, expect, test } from 'vitest';
import type { Domain } from '../../../settings.ts';
import { checkDomain } from './check-domain.ts';

const route53 = mockClient(Route53Client);
const domain = { name: 'www.lorewright.example', zoneName: 'lorewright.example', hostedZoneId: 'Z1' };
const nameServers = ['ns-1.awsdns-01.com', 'ns-2.awsdns-02.org'];

/** Who answers for which name, as the DNS says. */
let dns: Record<string, string[]>;
beforeEach(() => {
  dns = { 'lorewright.example': nameServers };
  route53.reset();
});

const keep = ({ Name = 'lorewright.example.', PrivateZone = false }) =>
  route53.on(GetHostedZoneCommand, { Id: 'Z1' }).resolves({
    HostedZone: { Id: '/hostedzone/Z1', Name, CallerReference: '1', Config: { PrivateZone } },
    DelegationSet: { NameServers: nameServers },
  });
const check = (of: Domain | undefined = domain) =>
  checkDomain(of, new Route53Client({}), async (name) => {
    const found = dns[name];
    if (!found) throw Object.assign(new Error('No.'), { code: 'ENOTFOUND' });
    return found;
  });

test('no domain needs nothing', async () => {
  expect(await checkDomain(undefined, new Route53Client({}), async () => [])).toMatchObject({
    outcome: 'skipped',
  });
  expect(route53.calls()).toEqual([]);
});

test('a zone that the world asks is well', async () => {
  keep({});
  expect(await check()).toMatchObject({ outcome: 'ok' });
});

test.each([
  [
    { 'lorewright.example': ['ns1.registrar.example'] },
    /by ns1.registrar.example, not by the hosted zone Z1/,
  ],
  [{ 'lorewright.example': ['ns-9.awsdns-09.net'] }, /by ns-9.awsdns-09.net, not by the hosted zone Z1/],
  [{}, /nobody answers for lorewright.example/],
])('others are told, with the name servers of the zone: %j', async (answers, words) => {
  keep({});
  dns = answers;
  expect(await check()).toMatchObject({
    outcome: 'problem',
    says: expect.stringMatching(words),
    advice: expect.stringContaining('ns-1.awsdns-01.com, ns-2.awsdns-02.org'),
  });
});

test.each([
  ['of another name', { Name: 'other.example.' }, /Z1 is that of other.example, not of lorewright.example/],
  ['of a network of its own', { PrivateZone: true }, /Z1 is private/],
])('a zone %s is told', async (_, zone, words) => {
  keep(zone);
  expect(await check()).toMatchObject({
    outcome: 'problem',
    says: expect.stringMatching(words),
    advice: expect.stringContaining('settings.ts'),
  });
});

test('a zone that is not there is told, and one that nobody may look at is no missing one', async () => {
  const rejecting = (name: string) =>
    route53.on(GetHostedZoneCommand).rejects(Object.assign(new Error('No.'), { name }));
  rejecting('NoSuchHostedZone');
  expect(await check()).toMatchObject({ outcome: 'problem', says: 'the account has no hosted zone Z1' });
  rejecting('AccessDenied');
  await expect(check()).rejects.toThrow('No.');
});
