import type { CaaRecord } from 'node:dns';
import { ListResourceRecordSetsCommand, Route53Client } from '@aws-sdk/client-route-53';
import { mockClient } from 'aws-sdk-client-mock';
import { beforeEach, describe, expect, test } from 'vitest';
import { checkRecords } from './check-records.ts';
import { finding } from './test-finding.ts';

const route53 = mockClient(Route53Client);
const domain = { name: 'www.lorewright.example', zoneName: 'lorewright.example', hostedZoneId: 'Z1' };

/** The CAA records in the DNS, by name. */
let caa: Record<string, CaaRecord[]>;
beforeEach(() => {
  caa = {};
  route53.reset();
});

const hold = (...records: [name: string, type: string][]) =>
  route53
    .on(ListResourceRecordSetsCommand, { HostedZoneId: 'Z1', StartRecordName: domain.name })
    .resolves({ ResourceRecordSets: records.map(([Name, Type]) => ({ Name, Type: Type as 'A' })) });
const check = (siteUrl?: string) =>
  checkRecords(domain, siteUrl, new Route53Client({}), async (name) => {
    const found = caa[name];
    if (!found) throw Object.assign(new Error('No.'), { code: 'ENODATA' });
    return found;
  });

test('skips a stage without a domain', async () => {
  const found = checkRecords(undefined, undefined, new Route53Client({}), async () => []);
  expect(await found).toMatchObject({ outcome: 'skipped' });
});

describe('the name', () => {
  test('is free if only other names and types have records', async () => {
    hold(['www.lorewright.example.', 'TXT'], ['zzz.www.lorewright.example.', 'A']);
    expect(await check()).toMatchObject({ outcome: 'ok', says: 'www.lorewright.example is free' });
  });

  test.each(['A', 'AAAA', 'CNAME'])('is taken if it has a record of type %s', async (type) => {
    hold(['www.lorewright.example.', type]);
    expect(await check()).toMatchObject(finding('problem', new RegExp(`already: ${type}$`)));
  });

  test('is not free if the site has another address', async () => {
    hold(['www.lorewright.example.', 'A']);
    expect(await check('https://d1.cloudfront.net')).toMatchObject({ outcome: 'problem' });
  });

  test('belongs to the site that is deployed', async () => {
    hold(['www.lorewright.example.', 'A']);
    expect(await check('https://www.lorewright.example')).toMatchObject({ outcome: 'ok' });
  });
});

describe('CAA records', () => {
  beforeEach(() => hold());
  const only = (...issuers: string[]): CaaRecord[] => issuers.map((issue) => ({ critical: 0, issue }));

  test.each([
    ['name AWS', { 'www.lorewright.example': only('letsencrypt.org', 'amazon.com') }],
    ['name AWS with parameters', { 'www.lorewright.example': only('amazontrust.com; account=1') }],
    ['restrict nothing', { 'www.lorewright.example': [{ critical: 0, iodef: 'mailto:a@b.example' }] }],
    [
      'restrict only a name above one that names AWS',
      { 'www.lorewright.example': only('awstrust.com'), 'lorewright.example': only('letsencrypt.org') },
    ],
  ])('are accepted if they %s', async (_, records) => {
    caa = records;
    expect(await check()).toMatchObject({ outcome: 'ok' });
  });

  test.each([
    ['name another issuer', { 'www.lorewright.example': only('letsencrypt.org') }, 'www.lorewright.example'],
    ['forbid certificates', { 'www.lorewright.example': only('') }, 'www.lorewright.example'],
    ['of the zone name another issuer', { 'lorewright.example': only('pki.goog') }, 'lorewright.example'],
  ])('are reported if they %s, even for a deployed site', async (_, records, name) => {
    caa = records;
    expect(await check('https://www.lorewright.example')).toMatchObject(
      finding('problem', `CAA records of ${name} `),
    );
  });

  test('are not reported if the DNS does not answer', async () => {
    const failing = checkRecords(domain, undefined, new Route53Client({}), () =>
      Promise.reject(Object.assign(new Error('No.'), { code: 'ESERVFAIL' })),
    );
    await expect(failing).rejects.toThrow('No.');
  });
});
