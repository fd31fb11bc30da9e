import { GetHostedZoneCommand, Route53Client } from '@aws-sdk/client-route-53';
import { mockClient } from 'aws-sdk-client-mock';
import { beforeEach, expect, test } from 'vitest';
import type { Domain } from '../../../settings.ts';
import { checkDomain } from './check-domain.ts';
import { finding } from './test-finding.ts';

const route53 = mockClient(Route53Client);
const domain = { name: 'www.lorewright.example', zoneName: 'lorewright.example', hostedZoneId: 'Z1' };
const nameServers = ['ns-1.awsdns-01.com', 'ns-2.awsdns-02.org'];

/** The name servers of names in the DNS. */
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

test('skips a stage without a domain', async () => {
  expect(await checkDomain(undefined, new Route53Client({}), async () => [])).toMatchObject({
    outcome: 'skipped',
  });
  expect(route53.calls()).toEqual([]);
});

test('accepts a zone whose name servers the domain uses', async () => {
  keep({});
  expect(await check()).toMatchObject({ outcome: 'ok' });
});

test.each([
  [
    { 'lorewright.example': ['ns1.registrar.example'] },
    /uses ns1.registrar.example, not the name servers of the hosted zone Z1/,
  ],
  [
    { 'lorewright.example': ['ns-9.awsdns-09.net'] },
    /uses ns-9.awsdns-09.net, not the name servers of the hosted zone Z1/,
  ],
  [{}, /lorewright.example has no name servers/],
])('reports other name servers, with those of the zone: %j', async (answers, words) => {
  keep({});
  dns = answers;
  expect(await check()).toMatchObject(finding('problem', words, 'ns-1.awsdns-01.com, ns-2.awsdns-02.org'));
});

test.each([
  ['of another name', { Name: 'other.example.' }, /Z1 is that of other.example, not of lorewright.example/],
  ['of a network of its own', { PrivateZone: true }, /Z1 is private/],
])('reports a zone %s', async (_, zone, words) => {
  keep(zone);
  expect(await check()).toMatchObject(finding('problem', words, 'settings.ts'));
});

test('reports a missing zone, and does not report an unreadable one as missing', async () => {
  const rejecting = (name: string) =>
    route53.on(GetHostedZoneCommand).rejects(Object.assign(new Error('No.'), { name }));
  rejecting('NoSuchHostedZone');
  expect(await check()).toMatchObject({ outcome: 'problem', says: 'the account has no hosted zone Z1' });
  rejecting('AccessDenied');
  await expect(check()).rejects.toThrow('No.');
});
