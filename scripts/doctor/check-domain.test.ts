import { expect, test } from 'vitest';
import { checkDomain } from './check-domain.ts';

const domain = { name: 'www.lorewright.example', zoneName: 'lorewright.example', hostedZoneId: 'Z1' };
const answering = (servers: Record<string, string[]>) => async (name: string) => {
  const found = servers[name];
  if (!found) throw Object.assign(new Error('No.'), { code: 'ENOTFOUND' });
  return found;
};

test('no domain needs nothing', async () => {
  expect(await checkDomain(undefined, answering({}))).toMatchObject({ outcome: 'skipped' });
});

test('a zone that Route 53 answers for is well', async () => {
  const resolveNs = answering({ 'lorewright.example': ['ns-1.awsdns-01.com', 'ns-2.awsdns-02.org'] });
  expect(await checkDomain(domain, resolveNs)).toMatchObject({ outcome: 'ok' });
});

test.each([
  [{ 'lorewright.example': ['ns1.registrar.example'] }, /ns1.registrar.example, not by Route 53/],
  [{}, /nobody answers for lorewright.example/],
])('others are told, with where the name servers stand: %j', async (servers, words) => {
  const finding = await checkDomain(domain, answering(servers));
  expect(finding).toMatchObject({
    outcome: 'problem',
    says: expect.stringMatching(words),
    advice: expect.stringContaining('--id Z1'),
  });
});
