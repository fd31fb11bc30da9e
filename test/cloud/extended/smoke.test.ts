import { once } from 'node:events';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { PutObjectCommand } from '@aws-sdk/client-s3';
import { expect, test } from 'vitest';
import { type LocalEndpoints, localS3 } from '../../../scripts/commands/stage/connect.ts';
import { runTeamCommand, startTeamCommand } from '../../team-command.ts';
import { cloud, readTables, waitUntilQuiet } from '../site.ts';

const script = 'scripts/commands/smoke.ts';
const timeout = 120_000;

/** The names of the tables with the address of a test account, and whether the user pool has one. */
async function findRemains(): Promise<string[]> {
  await waitUntilQuiet();
  const tables = Object.entries(await readTables()).filter(([, items]) =>
    /smoke-[\w-]+@/.test(JSON.stringify(items)),
  );
  return tables.map(([name]) => name);
}

test('passes every check that the local cloud supports, and removes its account', { timeout }, async () => {
  const { code, output } = await runTeamCommand(cloud.dir, script);
  expect(output).not.toMatch(/ failed /);
  for (const name of [
    'Strict-Transport-Security',
    '404 of the API',
    'Compression',
    'License file',
    'License email',
    'Second factor',
    'Deletion',
    'Dead letter and its way back',
    'Everything is removed',
  ])
    expect(output).toMatch(new RegExp(`^${name} +passed$`, 'm'));
  expect(output).toMatch(/^Alarms +not possible +the local cloud sends no alarms$/m);
  expect(code).toBe(0);
  expect(await findRemains()).toEqual([]);
});

test('removes its account after Ctrl-C, and refuses a second run at once', { timeout }, async () => {
  const child = startTeamCommand(cloud.dir, script);
  let output = '';
  const claims = new Promise<void>((resolve) => {
    child.stderr?.on('data', (text) => {
      output += text;
      if (/Claim of the license …/.test(output)) resolve();
    });
  });
  child.stdout?.on('data', (text) => (output += text));
  await claims;
  const second = await runTeamCommand(cloud.dir, script);
  expect(second).toMatchObject({ code: 1, output: expect.stringContaining('Wait until it ends') });
  child.kill('SIGINT');
  const [code] = await once(child, 'close');
  expect(code).toBe(1);
  expect(output).toMatch(/^Everything is removed +passed$/m);
  expect(await findRemains()).toEqual([]);
});

test('fails with the reason when the site has a fault', { timeout }, async () => {
  const endpoints: LocalEndpoints = JSON.parse(await readFile(join(cloud.dir, 'endpoints.json'), 'utf8'));
  const page = {
    Bucket: 'storagesite',
    Key: 'index.html',
    Body: '<p>Nothing.</p>',
    ContentType: 'text/html',
  };
  await localS3(endpoints.s3Endpoint).send(new PutObjectCommand(page));
  const { code, output } = await runTeamCommand(cloud.dir, script);
  expect(output).toMatch(/^Caching +failed +/m);
  expect(code).toBe(1);
});

test.each([
  [['--stage', 'moon'], 'There is no stage "moon"'],
  [['--quick'], 'Usage: npm run smoke'],
])('rejects %j with advice', async (flags, message) => {
  const { code, output } = await runTeamCommand(cloud.dir, script, ...flags);
  expect(code).toBe(1);
  expect(output).toContain(message);
});
