import { spawnSync } from 'node:child_process';
import { cpSync, mkdtempSync, readFileSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { readCdkContext } from '../../lib/cdk-context.ts';

const sources = ['bin', 'content', 'contract', 'lambdas', 'lib', 'scripts', 'web'];
const files = ['cdk.json', 'package.json', 'tsconfig.json', 'vite.config.ts'];

interface Synthesized {
  template: object;
  /** What would be uploaded, by what it is called there: the hash of what is in it. */
  uploads: string[];
}

const elsewhere = mkdtempSync(join(tmpdir(), 'lorewright-again-'));
afterAll(() => rmSync(elsewhere, { recursive: true }));

/** Elsewhere and later, as a colleague or a machine of GitHub's would build it. It takes a build more, which is ten seconds on an idle machine. */
test('a second build is the same to the byte, so deploying it uploads nothing and changes nothing', () => {
  for (const name of [...sources, ...files]) cpSync(name, join(elsewhere, name), { recursive: true });
  symlinkSync(resolve('node_modules'), join(elsewhere, 'node_modules'));
  run(elsewhere, 'npm', ['run', '--silent', 'build']);

  const here = synthesize('.', join(elsewhere, 'first'));
  const there = synthesize(elsewhere, join(elsewhere, 'second'));
  expect(there.uploads).toEqual(here.uploads);
  expect(there.template).toEqual(here.template);
  // Each function, each kind of file, the template.
  expect(here.uploads.length).toBeGreaterThan(30);
}, 300_000);

function synthesize(folder: string, output: string): Synthesized {
  run(folder, process.execPath, ['bin/site.ts'], {
    CDK_OUTDIR: output,
    CDK_CONTEXT_JSON: JSON.stringify({ ...readCdkContext(), stage: 'prod' }),
  });
  const read = (name: string) =>
    JSON.parse(readFileSync(join(output, `lorewright-prod.${name}.json`), 'utf8'));
  return { template: read('template'), uploads: Object.keys(read('assets').files).sort() };
}

function run(folder: string, command: string, args: string[], environment = {}): void {
  const { status, stderr } = spawnSync(command, args, {
    cwd: folder,
    // CDK's rule engine says nothing of what is uploaded.
    env: { PATH: process.env.PATH, HOME: elsewhere, CDK_VALIDATION: 'false', ...environment },
    encoding: 'utf8',
  });
  expect([status, stderr]).toEqual([0, '']);
}
