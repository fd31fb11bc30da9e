import { TransactionCanceledException } from '@aws-sdk/client-dynamodb';
import { ScanCommand } from '@aws-sdk/lib-dynamodb';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { otherCrashes } from '../../../contract/rules/problem-limits.ts';
import { problemDays } from '../../../contract/rules/retention.ts';
import { AppError } from '../../platform/app-error.ts';
import { testSiteTables } from '../../platform/test-site-tables.ts';
import { limitStore } from '../limits/limit-store.ts';
import { rateLimits } from '../limits/rate-limits.ts';
import { problemShards, problemStore } from './problem-store.ts';
import { recordProblem, releasedVersions } from './record-problem.ts';

const { client, names } = testSiteTables('Problems', 'Limits');
const problems = problemStore(client, names.Problems);
const has = vi.fn(async () => true);
const dependencies = { limits: limitStore(client, names.Limits), problems, versions: { has } };

const now = new Date('2026-11-28T10:00:00Z');
const today = '2026-11-28';
const system = { platform: 'win-x64', systemVersion: '10.0.22631' } as const;
const crash = '5f0c7c0e2f5d4a3e';
let last = 0;
/** Each test has its version. */
let version = '';
let shard = 0;

interface Report {
  crash?: string;
  frames?: string[];
  text?: string;
  email?: string;
}

const report = (change: Report = {}, network = '192.0.2.1', at = now) =>
  recordProblem(
    dependencies,
    { version, ...system, crash, frames: [], ...change },
    { networks: [{ name: network, limitFactor: 1 }], now: at, shard: shard++ % problemShards },
  );
/** From a network of its own. */
const reportOnce = (change: Report = {}) => report(change, `network ${last++}`);

async function itemsOf(group: string) {
  const { Items: items = [] } = await client.send(new ScanCommand({ TableName: names.Problems }));
  return items.filter((item) => item.group === group || item.group.startsWith(`${group}#`));
}
const crashNumber = (index: number) => index.toString(16).padStart(16, '0');

beforeEach(() => {
  version = `1.0.${last++}`;
  has.mockClear();
});

describe('recordProblem', () => {
  it('counts many reports of one crash in a bounded number of items, all of which expire', async () => {
    await reportOnce({ frames: ['at open'] });
    await Promise.all(Array.from({ length: 99 }, () => reportOnce({ frames: ['at open'] })));
    const { crashes, networks } = await problems.countsOf(version);
    expect(crashes.get(crash)).toEqual({ reports: 100, lastAt: now.toISOString() });
    expect(networks.get(today)).toBe(100);
    const items = await itemsOf(version);
    expect(items.length).toBeLessThanOrEqual(2 * problemShards + 1);
    const expiration = now.getTime() / 1000 + problemDays * 24 * 3600;
    for (const item of items) expect(item.expiration).toBe(expiration);
  });

  it('counts a network once a day', async () => {
    const tomorrow = new Date('2026-11-29T00:00:00Z');
    for (const at of [now, now, tomorrow, tomorrow]) await report({}, '192.0.2.7', at);
    const { networks, crashes } = await problems.countsOf(version);
    expect([...networks].sort()).toEqual([
      [today, 1],
      ['2026-11-29', 1],
    ]);
    expect(crashes.get(crash)?.reports).toBe(4);
  });

  it('counts a household once, whichever of its networks it uses', async () => {
    const arrival = { now, shard: 0 };
    for (const small of ['2001:db8:0:1', '2001:db8:0:2']) {
      const networks = [small, '2001:db8:0:0/56'].map((name) => ({ name, limitFactor: 1 }));
      await recordProblem(dependencies, { version, ...system, crash, frames: [] }, { ...arrival, networks });
    }
    expect((await problems.countsOf(version)).networks.get(today)).toBe(1);
  });

  it('stores the frames of the first report, without personal data', async () => {
    await reportOnce({ frames: ['at /Users/ana/app.js', 'for ana@example.test'] });
    await reportOnce({ frames: ['at another'] });
    const [item] = (await itemsOf(version)).filter(({ group }) => group === version);
    expect(item).toEqual({
      group: version,
      sortKey: `crash#${crash}`,
      ...system,
      frames: ['at ~/app.js', 'for [address]'],
      firstAt: now.toISOString(),
      expiration: expect.any(Number),
    });
  });

  it('keeps the first of two first reports that arrive together', async () => {
    for (const frames of [['at first'], ['at second']])
      await problems.addCrash(version, { crash, ...system, frames }, now);
    expect(await itemsOf(version)).toMatchObject([{ frames: ['at first'] }]);
  });

  it('stores a text without personal data, once when it is repeated, with the address for the answer', async () => {
    const text = { text: 'I opened C:\\Users\\ana\\novel.', email: 'ana@example.test' };
    await reportOnce(text);
    await reportOnce(text);
    const texts = (await itemsOf(version)).filter(({ sortKey }) => sortKey.startsWith('text#'));
    expect(texts).toHaveLength(1);
    expect(await problems.findText(version, texts[0]?.sortKey)).toEqual({
      textId: texts[0]?.sortKey,
      version,
      ...system,
      text: 'I opened ~\\novel.',
      email: 'ana@example.test',
      at: now.toISOString(),
    });
  });

  it('refuses a version that was not released, and stores nothing', async () => {
    has.mockResolvedValueOnce(false);
    await expect(reportOnce({ text: 'A text' })).rejects.toMatchObject({ code: 'not-found' });
    expect(await itemsOf(version)).toEqual([]);
  });

  it('counts invented crashes together, and still counts their networks', async () => {
    const { calls } = rateLimits.newCrash;
    for (let index = 0; index < calls + 20; index++) await reportOnce({ crash: crashNumber(index) });
    const { crashes, networks } = await problems.countsOf(version);
    expect(crashes.size).toBe(calls + 1);
    expect(crashes.get(otherCrashes)?.reports).toBe(20);
    expect(networks.get(today)).toBe(calls + 20);
    // A crash that is known continues to count.
    await reportOnce({ crash: crashNumber(0) });
    expect((await problems.countsOf(version)).crashes.get(crashNumber(0))?.reports).toBe(2);
  });

  it('lists a few new crashes of one network, and counts its others together', async () => {
    const { calls } = rateLimits.newCrashOfNetwork;
    for (let index = 0; index < calls + 3; index++) await report({ crash: crashNumber(index) }, '192.0.2.11');
    await reportOnce({ crash: crashNumber(calls + 3) });
    const { crashes } = await problems.countsOf(version);
    expect(crashes.size).toBe(calls + 2);
    expect(crashes.get(otherCrashes)?.reports).toBe(3);
  });

  it('counts a new crash and its network while DynamoDB refuses to list it', async () => {
    const takeOnce = vi
      .spyOn(dependencies.limits, 'takeOnce')
      .mockRejectedValueOnce(new TransactionCanceledException({ message: 'Busy.', $metadata: {} }));
    await reportOnce();
    takeOnce.mockRestore();
    const { crashes, networks } = await problems.countsOf(version);
    expect([...crashes.keys()]).toEqual([otherCrashes]);
    expect(networks.get(today)).toBe(1);
  });

  it('spends the limit of new crashes once for first reports that arrive together', async () => {
    await Promise.all(Array.from({ length: 5 }, () => reportOnce()));
    for (let index = 1; index < rateLimits.newCrash.calls; index++)
      await reportOnce({ crash: crashNumber(index) });
    expect((await problems.countsOf(version)).crashes.has(otherCrashes)).toBe(false);
  });

  it('refuses a text above the limit of its crash with a sentence, and counts nothing', async () => {
    const { calls } = rateLimits.problemText;
    for (let index = 0; index < calls; index++) await reportOnce({ text: `Text ${index}` });
    const before = await itemsOf(version);
    await expect(reportOnce({ text: 'One more' })).rejects.toMatchObject({
      code: 'resource-exhausted',
      message: expect.stringContaining('Send the report without a text.'),
    });
    expect(await itemsOf(version)).toEqual(before);
    await reportOnce();
    expect((await problems.countsOf(version)).crashes.get(crash)?.reports).toBe(calls + 1);
  });

  it('refuses the reports of a network above its limit, and counts nothing', async () => {
    const { calls } = rateLimits.reportProblem;
    for (let index = 0; index < calls; index++) await report({}, '192.0.2.9');
    await expect(report({}, '192.0.2.9')).rejects.toMatchObject({ code: 'resource-exhausted' });
    expect((await problems.countsOf(version)).crashes.get(crash)?.reports).toBe(calls);
  });
});

describe('releasedVersions', () => {
  const at = (seconds: number) => new Date(Date.UTC(2026, 10, 28, 10, 0, seconds));

  it('reads the public list once a minute, however many versions are asked for', async () => {
    const read = vi.fn(async () => ({ isFound: true, text: '[{"version":"1.0.0"}]' }));
    const versions = releasedVersions(read);
    expect(await versions.has('1.0.0', at(0))).toBe(true);
    expect(await versions.has('2.0.0', at(59))).toBe(false);
    expect(read).toHaveBeenCalledTimes(1);
    expect(read).toHaveBeenCalledWith('/releases.json', 'GET');
    read.mockResolvedValue({ isFound: true, text: '[{"version":"2.0.0"}]' });
    expect(await versions.has('2.0.0', at(60))).toBe(true);
  });

  it('knows no version before the first release', async () => {
    expect(await releasedVersions(async () => ({ isFound: false, text: '' })).has('1.0.0', at(0))).toBe(
      false,
    );
  });

  it('does not take a site that fails for a site without releases', async () => {
    const versions = releasedVersions(() => Promise.reject(new AppError('unavailable', 'No answer.')));
    await expect(versions.has('1.0.0', at(0))).rejects.toMatchObject({ code: 'unavailable' });
  });
});
