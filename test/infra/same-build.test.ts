import { spawnSync } from 'node:child_process';
import { cpSync, mkdtempSync, readdirSync, readFileSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { stackNameOf, stackParts } from '../../lib/stack-parts.ts';

const sources = ['bin', 'content', 'contract', 'lambdas', 'lib', 'publishing', 'scripts', 'web'];
const files = ['cdk.json', 'package.json', 'settings.ts', 'tsconfig.json', 'vite.config.ts'];

interface Synthesized {
  /** The templates, by the name of their stack. */
  templates: Record<string, object>;
  /** The names of the files to upload, which are hashes of their content. */
  uploads: string[];
}

const elsewhere = mkdtempSync(join(tmpdir(), 'lorewright-again-'));
afterAll(() => rmSync(elsewhere, { recursive: true }));
const output = { here: join(elsewhere, 'first'), there: join(elsewhere, 'second') };
let synthesized: Synthesized | undefined;

/** What would be deployed to `prod`, checked against the CDK's own rules. */
function here(): Synthesized {
  synthesized ??= synthesize('.', output.here, { isChecked: true });
  return synthesized;
}

test('cdk synth of prod succeeds without credentials and without warnings', () => {
  expect(Object.keys(here().templates)).toEqual(
    stackParts.map((part) => stackNameOf('lorewright-prod', part)),
  );
});

test('deploys every file of the site and its pictures', () => {
  here();
  const staged = new Set(
    readdirSync(output.here).flatMap((name) =>
      /^asset\.\w+$/.test(name) ? filesOf(join(output.here, name)) : [],
    ),
  );
  const files = [...filesOf('dist/web'), ...filesOf('content/mockups/images')];
  expect(files.filter((name) => !staged.has(name))).toEqual([]);
  expect(filesOf('dist/web/assets')).not.toEqual([]);
});

/**
 * Builds in another folder at a later time, as a colleague or GitHub Actions would. The second
 * build takes ten seconds on an idle machine.
 */
test('creates the same bytes in a second build, so deploying it uploads nothing and changes nothing', () => {
  for (const name of [...sources, ...files]) cpSync(name, join(elsewhere, name), { recursive: true });
  symlinkSync(resolve('node_modules'), join(elsewhere, 'node_modules'));
  run(elsewhere, 'npm', ['run', '--silent', 'build']);

  const there = synthesize(elsewhere, output.there, { isChecked: false });
  expect(there.uploads).toEqual(here().uploads);
  expect(there.templates).toEqual(here().templates);
  // There is one upload for each function, kind of file and template.
  expect(here().uploads.length).toBeGreaterThan(30);
}, 300_000);

/**
 * Runs `cdk synth` for `prod`, without credentials, on the build in `dist/`. A new build there
 * would replace files that other tests use.
 */
function synthesize(folder: string, output: string, { isChecked }: { isChecked: boolean }): Synthesized {
  run(
    folder,
    'node_modules/.bin/cdk',
    ['synth', '--quiet', '--build', 'true', '--output', output, '--context', 'stage=prod'],
    { CDK_VALIDATION: String(isChecked) },
  );
  const { artifacts } = JSON.parse(readFileSync(join(output, 'manifest.json'), 'utf8'));
  const read = (stack: string, name: string) =>
    JSON.parse(readFileSync(join(output, `${stack}.${name}.json`), 'utf8'));
  const stacks = Object.keys(artifacts).filter((name) => artifacts[name].type === 'aws:cloudformation:stack');
  return {
    templates: Object.fromEntries(stacks.map((stack) => [stack, read(stack, 'template')])),
    uploads: stacks.flatMap((stack) => Object.keys(read(stack, 'assets').files)).sort(),
  };
}

const filesOf = (folder: string) =>
  readdirSync(folder, { recursive: true, withFileTypes: true }).flatMap((entry) =>
    entry.isFile() ? [entry.name] : [],
  );

function run(folder: string, command: string, args: string[], environment = {}): void {
  const { status, stderr } = spawnSync(command, args, {
    cwd: folder,
    env: { PATH: process.env.PATH, HOME: elsewhere, ...environment },
    encoding: 'utf8',
  });
  // `cdk synth` prints these lines even when there is no warning.
  const warnings = stderr.replace(/^(Successfully synthesized to|Supply a stack id) .*\n/gm, '');
  expect({ status, warnings }).toEqual({ status: 0, warnings: '' });
}
