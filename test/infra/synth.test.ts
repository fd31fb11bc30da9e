import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { filesOf, readProd, success, synthesize } from './cloud-assembly.ts';

const output = mkdtempSync(join(tmpdir(), 'lorewright-assembly-'));
afterAll(() => rmSync(output, { recursive: true, force: true }));

/** The rules take half a minute on a busy machine. */
const timeout = 300_000;

test('cdk synth succeeds without credentials and without warnings, for each stage and for the roles for GitHub', {
  timeout,
}, async () => {
  const result = await synthesize({
    folder: '.',
    output,
    args: ['--app', 'node_modules/.bin/node test/infra/all-stages.ts'],
    isChecked: true,
    signal: AbortSignal.timeout(timeout - 10_000),
  });
  expect(result).toEqual(success);
});

/** Reads what the first test wrote. */
test('deploys every file of the site and its pictures', () => {
  const { assetFolders } = readProd(output);
  const staged = new Set(assetFolders.flatMap((folder) => filesOf(join(output, folder))));
  const files = [...filesOf('dist/web'), ...filesOf('content/mockups/images')];
  expect(files.filter((name) => !staged.has(name))).toEqual([]);
  expect(filesOf('dist/web/assets')).not.toEqual([]);
});
