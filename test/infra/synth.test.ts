import { execFile } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { cpSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { stackNameOf, stackParts } from '../../lib/stack-parts.ts';
import { compileCache } from '../cloud-process.ts';

const sources = ['bin', 'content', 'contract', 'lambdas', 'lib', 'publishing', 'scripts', 'web'];
const files = ['cdk.json', 'package.json', 'settings.ts', 'tsconfig.json', 'vite.config.ts'];
const stacksOfProd = stackParts.map((part) => stackNameOf('lorewright-prod', part));

const elsewhere = join(tmpdir(), `lorewright-again-${randomUUID()}`);
const output = { here: join(elsewhere, 'first'), there: join(elsewhere, 'second') };

const success = { status: 0, warnings: '' };
/** The rules and the second build each take half a minute on a busy machine. */
const timeout = 300_000;
/** No command may outlive the tests, which start together. */
const deadline = AbortSignal.timeout(timeout - 10_000);

/** Runs while the second build does, because each uses one processor. */
let allStagesSynthesis: ReturnType<typeof run>;
beforeAll(() => {
  mkdirSync(elsewhere);
  allStagesSynthesis = synthesizeAllStages();
});
afterAll(async () => {
  await allStagesSynthesis;
  rmSync(elsewhere, { recursive: true, force: true });
}, timeout);

test.concurrent('cdk synth succeeds without credentials and without warnings, for each stage and for the roles for GitHub', {
  timeout,
}, async () => {
  expect(await allStagesSynthesis).toEqual(success);
});

test.concurrent('deploys every file of the site and its pictures', { timeout }, async () => {
  await allStagesSynthesis;
  const { assetFolders } = readProd(output.here);
  const staged = new Set(assetFolders.flatMap((folder) => filesOf(join(output.here, folder))));
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
  await allStagesSynthesis;

  const [here, there] = [readProd(output.here), readProd(output.there)];
  expect(Object.keys(there.templates)).toEqual(stacksOfProd);
  expect(there.assetHashes).toEqual(here.assetHashes);
  expect(there.templates).toEqual(here.templates);
  // There is one asset for each function, kind of file and template.
  expect(here.assetHashes.length).toBeGreaterThan(30);
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

/** Runs a command without credentials, in a home folder of its own. */
function run(folder: string, command: string, args: string[], environment: Record<string, string> = {}) {
  const env = {
    PATH: process.env.PATH,
    HOME: mkdtempSync(join(elsewhere, 'home-')),
    NODE_COMPILE_CACHE: compileCache,
    ...environment,
  };
  return new Promise<{ status: unknown; warnings: string }>((resolve) => {
    execFile(command, args, { cwd: folder, env, signal: deadline }, (error, _, stderr) =>
      resolve({
        status: error ? error.code : 0,
        // `cdk synth` prints these lines even when there is no warning.
        warnings: stderr.replace(/^(Successfully synthesized to|Supply a stack id) .*\n/gm, ''),
      }),
    );
  });
}

/** Reads the templates and assets of `prod` from a cloud assembly. */
function readProd(assembly: string) {
  const read = (name: string) => JSON.parse(readFileSync(join(assembly, name), 'utf8'));
  const { artifacts } = read('manifest.json');
  const stacks = Object.keys(artifacts).filter(
    (name) => name.startsWith('lorewright-prod-') && artifacts[name].type === 'aws:cloudformation:stack',
  );
  const assets: Record<string, { source: { path: string } }> = Object.assign(
    {},
    ...stacks.map((stack) => read(`${stack}.assets.json`).files),
  );
  const paths = Object.values(assets).map(({ source }) => source.path);
  return {
    /** By the name of their stack. */
    templates: Object.fromEntries(stacks.map((stack) => [stack, read(`${stack}.template.json`)])),
    assetHashes: Object.keys(assets).sort(),
    /** Without the assets that are single files, such as templates. */
    assetFolders: paths.filter((path) => /^asset\.\w+$/.test(path)),
  };
}

const filesOf = (folder: string) =>
  readdirSync(folder, { recursive: true, withFileTypes: true }).flatMap((entry) =>
    entry.isFile() ? [entry.name] : [],
  );
