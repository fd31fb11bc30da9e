import { execFile } from 'node:child_process';
import { cpSync, mkdtempSync, readdirSync, readFileSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { stackNameOf, stackParts } from '../../lib/stack-parts.ts';

const sources = ['bin', 'content', 'contract', 'lambdas', 'lib', 'publishing', 'scripts', 'web'];
const files = ['cdk.json', 'package.json', 'settings.ts', 'tsconfig.json', 'vite.config.ts'];
const stacksOfProd = stackParts.map((part) => stackNameOf('lorewright-prod', part));

const elsewhere = mkdtempSync(join(tmpdir(), 'lorewright-again-'));
afterAll(() => rmSync(elsewhere, { recursive: true }));
const output = { here: join(elsewhere, 'first'), there: join(elsewhere, 'second') };

const success = { status: 0, warnings: '' };
/** The rules and the second build each take half a minute on a busy machine. */
const timeout = 300_000;

// Runs while the second build does, because each uses one processor.
const synthesizedHere = synthesizeAllStages();

test.concurrent('cdk synth succeeds without credentials and without warnings, for each stage and for the roles for GitHub', {
  timeout,
}, async () => {
  expect(await synthesizedHere).toEqual(success);
});

test.concurrent('deploys every file of the site and its pictures', { timeout }, async () => {
  await synthesizedHere;
  const { assets } = readProd(output.here);
  const staged = new Set(assets.flatMap((asset) => filesOf(join(output.here, asset))));
  const files = [...filesOf('dist/web'), ...filesOf('content/mockups/images')];
  expect(files.filter((name) => !staged.has(name))).toEqual([]);
  expect(filesOf('dist/web/assets')).not.toEqual([]);
});

/** Builds in another folder at a later time, as a colleague or GitHub Actions would. */
test.concurrent('creates the same bytes in a second build, so deploying it uploads nothing and changes nothing', {
  timeout,
}, async () => {
  for (const name of [...sources, ...files]) cpSync(name, join(elsewhere, name), { recursive: true });
  symlinkSync(resolve('node_modules'), join(elsewhere, 'node_modules'));
  expect(await run(elsewhere, 'npm', ['run', '--silent', 'build'])).toEqual(success);
  expect(await synthesizeProd(elsewhere, output.there)).toEqual(success);
  await synthesizedHere;

  const [here, there] = [readProd(output.here), readProd(output.there)];
  expect(Object.keys(there.templates)).toEqual(stacksOfProd);
  expect(there.uploads).toEqual(here.uploads);
  expect(there.templates).toEqual(here.templates);
  // There is one upload for each function, kind of file and template.
  expect(here.uploads.length).toBeGreaterThan(30);
});

/**
 * Checks all stages against the rules of the CDK and cdk-nag. Uses the build in `dist/`: a new
 * build there would replace files that other tests use.
 */
function synthesizeAllStages() {
  const app = 'node_modules/.bin/node test/infra/all-stages.ts';
  return synthesize('.', output.here, ['--app', app], { CDK_VALIDATION: 'true' });
}

/** Runs bin/site.ts, without the CDK's rules. */
function synthesizeProd(folder: string, output: string) {
  return synthesize(folder, output, ['--context', 'stage=prod'], { CDK_VALIDATION: 'false' });
}

function synthesize(folder: string, output: string, args: string[], environment: Record<string, string>) {
  const command = ['synth', '--quiet', '--build', 'true', '--output', output, ...args];
  return run(folder, 'node_modules/.bin/cdk', command, environment);
}

/** Runs a command without credentials. */
function run(folder: string, command: string, args: string[], environment: Record<string, string> = {}) {
  const env = { PATH: process.env.PATH, HOME: elsewhere, ...environment };
  return new Promise<{ status: unknown; warnings: string }>((resolve) => {
    execFile(command, args, { cwd: folder, env }, (error, _, stderr) =>
      resolve({
        status: error ? error.code : 0,
        // `cdk synth` prints these lines even when there is no warning.
        warnings: stderr.replace(/^(Successfully synthesized to|Supply a stack id) .*\n/gm, ''),
      }),
    );
  });
}

/** What a deployment of `prod` uses of the output of `cdk synth`. */
function readProd(output: string) {
  const read = (name: string) => JSON.parse(readFileSync(join(output, name), 'utf8'));
  const { artifacts } = read('manifest.json');
  const stacks = Object.keys(artifacts).filter(
    (name) => name.startsWith('lorewright-prod-') && artifacts[name].type === 'aws:cloudformation:stack',
  );
  const uploads: Record<string, { source: { path: string } }> = Object.assign(
    {},
    ...stacks.map((stack) => read(`${stack}.assets.json`).files),
  );
  return {
    /** The templates, by the name of their stack. */
    templates: Object.fromEntries(stacks.map((stack) => [stack, read(`${stack}.template.json`)])),
    /** The names of the files to upload, which are hashes of their content. */
    uploads: Object.keys(uploads).sort(),
    /** The folders to upload. */
    assets: Object.values(uploads).flatMap(({ source }) =>
      /^asset\.\w+$/.test(source.path) ? [source.path] : [],
    ),
  };
}

const filesOf = (folder: string) =>
  readdirSync(folder, { recursive: true, withFileTypes: true }).flatMap((entry) =>
    entry.isFile() ? [entry.name] : [],
  );
