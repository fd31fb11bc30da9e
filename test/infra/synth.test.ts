import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { filesOf, readProd, success, synthesize } from './cloud-assembly.ts';

const output = mkdtempSync(join(tmpdir(), 'lorewright-assembly-'));
const different = join(output, 'different');
afterAll(() => rmSync(output, { recursive: true, force: true }));

/** The rules take half a minute on a busy machine. */
const timeout = 300_000;

/** Together they have every resource that a stage can have. */
const differentStages = ['dev', 'prod', 'prod with all its switches on'];

const synthesizeStages = (folder: string, names: string[] = []) => {
  const selected = names.map((name) => ` '${name}'`).join('');
  return synthesize({
    folder: '.',
    output: folder,
    args: ['--app', `node_modules/.bin/node test/infra/all-stages.ts${selected}`],
    withRules: true,
    signal: AbortSignal.timeout(timeout - 10_000),
  });
};

let result: Awaited<ReturnType<typeof synthesize>>;
beforeAll(async () => {
  result = await synthesizeStages(different, differentStages);
}, timeout);

test('synthesizes the roles for GitHub and the stages that differ without credentials and warnings', () => {
  expect(result).toEqual(success);
});

test('synthesizes every stage without warnings', { tags: 'extended', timeout }, async () => {
  expect(await synthesizeStages(join(output, 'all'))).toEqual(success);
});

test('deploys every file of the site and its pictures', () => {
  expect(result.status).toBe(0);
  const { assetFolders } = readProd(different);
  const staged = new Set(assetFolders.flatMap((folder) => filesOf(join(different, folder))));
  const files = [...filesOf('dist/web'), ...filesOf('content/mockups/images')];
  expect(files.filter((name) => !staged.has(name))).toEqual([]);
  expect(filesOf('dist/web/assets')).not.toEqual([]);
});
