import { spawnSync } from 'node:child_process';
import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';

const output = mkdtempSync(join(tmpdir(), 'lorewright-synth-'));
afterAll(() => rmSync(output, { recursive: true }));

test.each([
  ['dev', []],
  ['dev', ['--app', 'node_modules/.bin/node test/infra/with-domain.ts']],
  ['prod', ['--app', 'node_modules/.bin/node test/infra/with-domain.ts']],
  // The last one: its files are looked at below.
  ['prod', []],
])('cdk synth works without credentials, and warns of nothing: %s %s', (stage, app) => {
  const { status, stderr } = spawnSync(
    'node_modules/.bin/cdk',
    // The build has run before the tests; running it again here would pull it away from under them.
    ['synth', '--quiet', '--build', 'true', '--output', output, '--context', `stage=${stage}`, ...app],
    { env: { PATH: process.env.PATH, HOME: output, CDK_VALIDATION: 'true' }, encoding: 'utf8' },
  );
  expect([status, stderr]).toEqual([0, '']);
});

test('cdk synth takes along every file of the site, and its pictures', () => {
  const filesOf = (folder: string) =>
    readdirSync(folder, { recursive: true, withFileTypes: true }).flatMap((entry) =>
      entry.isFile() ? [entry.name] : [],
    );
  const staged = new Set(
    readdirSync(output).flatMap((name) => (/^asset\.\w+$/.test(name) ? filesOf(join(output, name)) : [])),
  );
  const files = [...filesOf('dist/web'), ...filesOf('content/mockups/images')];
  expect(files.filter((name) => !staged.has(name))).toEqual([]);
  expect(filesOf('dist/web/assets')).not.toEqual([]);
});
