import { expect, it } from 'vitest';
import { testSiteTables } from '../../platform/test-site-tables.ts';
import { downloadCounter } from './download-counter.ts';

const { client, names } = testSiteTables('Downloads');

it('counts the downloads of a version on each platform, and the updates, over all days', async () => {
  const counter = downloadCounter(client, names.Downloads);
  await counter.count('1.0.0', 'win-x64', new Date('2026-01-01'));
  await counter.count('1.0.0', 'win-x64', new Date('2026-01-01'));
  await counter.count('1.0.0', 'win-x64', new Date('2026-01-02'));
  await counter.count('1.0.0', 'mac-arm64', new Date('2026-01-02'));
  await counter.count('2.0.0', 'mac-arm64', new Date('2026-01-02'));
  for (const day of ['2026-01-01', '2026-01-01', '2026-01-03'])
    await counter.countUpdate('1.0.0', new Date(day));
  expect(await counter.updatesOf('1.0.0')).toBe(3);
  expect(await counter.updatesOf('2.0.0')).toBe(0);
  expect(await counter.totalsOf('1.0.0')).toEqual({ 'win-x64': 3, 'mac-arm64': 1, 'mac-x64': 0 });
});
