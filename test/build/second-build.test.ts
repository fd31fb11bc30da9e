import { cpSync, mkdtempSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { afterAll, expect, it } from 'vitest';
import { stackNameOf, stackParts } from '../../lib/stack-parts.ts';
import { readProd, runWithoutCredentials, success, synthesize } from '../infra/cloud-assembly.ts';

const sources = ['bin', 'content', 'contract', 'lambdas', 'lib', 'publishing', 'scripts', 'web'];
const files = [
  'cdk.json',
  'package-lock.json',
  'package.json',
  'settings.ts',
  'tsconfig.json',
  'vite.config.ts',
];

const elsewhere = mkdtempSync(join(tmpdir(), 'lorewright-again-'));
afterAll(() => rmSync(elsewhere, { recursive: true, force: true }));

const timeout = 300_000;

/** Builds in another folder at a later time, as a colleague or GitHub Actions would. */
it('creates the same bytes in a second build, so deploying it uploads nothing and changes nothing', {
  timeout,
}, async () => {
  const signal = AbortSignal.timeout(timeout - 10_000);
  for (const name of [...sources, ...files]) cpSync(name, join(elsewhere, name), { recursive: true });
  symlinkSync(resolve('node_modules'), join(elsewhere, 'node_modules'));
  expect(await runWithoutCredentials(elsewhere, 'npm', ['run', '--silent', 'build'], signal)).toEqual(
    success,
  );

  const readTemplates = async (folder: string, output: string) => {
    const args = ['--context', 'stage=prod'];
    expect(await synthesize({ folder, output, args, withRules: false, signal })).toEqual(success);
    return readProd(output);
  };
  const here = await readTemplates('.', join(elsewhere, 'first'));
  const there = await readTemplates(elsewhere, join(elsewhere, 'second'));
  expect(Object.keys(there.templates)).toEqual(
    stackParts.map((part) => stackNameOf('lorewright-prod', part)),
  );
  expect(there.assetHashes).toEqual(here.assetHashes);
  expect(there.templates).toEqual(here.templates);
  // There is one asset for each function, kind of file and template.
  expect(here.assetHashes.length).toBeGreaterThan(30);
});
