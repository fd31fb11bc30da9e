import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { filesOf, readProd, success, synthesize } from './cloud-assembly.ts';

const output = mkdtempSync(join(tmpdir(), 'lorewright-assembly-'));
afterAll(() => rmSync(output, { recursive: true, force: true }));

/** The rules take half a minute on a busy machine. */
const timeout = 300_000;

let result: Awaited<ReturnType<typeof synthesize>>;
beforeAll(async () => {
  result = await synthesize({
    folder: '.',
    output,
    args: ['--app', 'node_modules/.bin/node test/infra/all-stages.ts'],
    withRules: true,
    signal: AbortSignal.timeout(timeout - 10_000),
  });
}, timeout);

test('cdk synth succeeds without credentials and without warnings, for each stage and for the roles for GitHub', () => {
  expect(result).toEqual(success);
});

test('deploys every file of the site and its pictures', () => {
  expect(result.status).toBe(0);
  const { assetFolders } = readProd(output);
  const staged = new Set(assetFolders.flatMap((folder) => filesOf(join(output, folder))));
  const files = [...filesOf('dist/web'), ...filesOf('content/mockups/images')];
  expect(files.filter((name) => !staged.has(name))).toEqual([]);
  expect(filesOf('dist/web/assets')).not.toEqual([]);
});
