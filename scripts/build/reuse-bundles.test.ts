import { execFile } from 'node:child_process';
import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { promisify } from 'node:util';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { blogFunction, bundleFile } from './handler-files.ts';

/** A project with two functions. */
let project: string;
beforeEach(() => {
  project = mkdtempSync(join(tmpdir(), 'reuse-bundles-'));
  for (const file of [
    'cdk.json',
    'package.json',
    'package-lock.json',
    'settings.ts',
    'tsconfig.json',
    'vite.config.ts',
  ])
    cpSync(file, join(project, file));
  symlinkSync(resolve('node_modules'), join(project, 'node_modules'));
  for (const name of ['hello', 'goodbye']) writeHandler(name, `export const handler = () => '${name}';`);
});
afterEach(() => rmSync(project, { recursive: true }));

function writeHandler(name: string, code: string): void {
  const file = join(project, `lambdas/${name}/handler.ts`);
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, code);
}

/** Runs in a process of its own, because the build works in the current folder. */
const run = (script: string) => {
  const module = pathToFileURL(resolve('scripts/build/reuse-bundles.ts')).href;
  const start = `const { bundleLambda, completeBundles } = await import(${JSON.stringify(module)});`;
  return promisify(execFile)(process.execPath, ['--input-type=module', '--eval', `${start}\n${script}`], {
    cwd: project,
  });
};

const bundleLambda = (name: string) => run(`await bundleLambda(${JSON.stringify(name)});`);

const exists = (name: string) => existsSync(join(project, bundleFile(name)));

describe('bundleLambda', () => {
  it('bundles one function, and keeps the other bundles', async () => {
    await bundleLambda('hello');
    expect([exists('hello'), exists('goodbye')]).toEqual([true, false]);
    await bundleLambda('goodbye');
    expect([exists('hello'), exists('goodbye')]).toEqual([true, true]);
  });

  it('discards the other bundles after an input has changed', async () => {
    await bundleLambda('hello');
    writeHandler('goodbye', `export const handler = () => 'See you.';`);
    await bundleLambda('goodbye');
    expect(exists('hello')).toBe(false);
    expect(readFileSync(join(project, bundleFile('goodbye')), 'utf8')).toContain('See you.');
  });

  it('explains why code cannot be bundled, and leaves no bundle', async () => {
    writeHandler('hello', `import { missing } from './missing.ts';\nexport const handler = missing;`);
    await expect(bundleLambda('hello')).rejects.toThrow("Could not resolve './missing.ts'");
    expect(exists('hello')).toBe(false);
  });

  it('refuses to discard bundles while another process builds', async () => {
    mkdirSync(join(project, 'dist'));
    writeFileSync(join(project, 'dist/lambdas-inputs.lock'), String(process.pid));
    await expect(bundleLambda('hello')).rejects.toThrow('Another build is running');
  });
});

describe('completeBundles', () => {
  /** @param pages an expression: the promise of the build of the pages */
  const complete = (pages: string) =>
    run(`console.log(await completeBundles({ pages: ${pages}, withSourceMaps: false }));`);

  beforeEach(() => {
    writeHandler(blogFunction, "import { page } from '../../page.js';\nexport const handler = () => page;");
  });

  it('bundles the missing functions, the blog after the pages, and then reuses all', async () => {
    const writesPage = `import('node:fs/promises').then(({ writeFile }) => writeFile('page.js', "export const page = 'A Map';"))`;
    const first = await complete(writesPage);
    expect(first.stdout).toBe('Bundling 2 functions ...\nBundling publishBlog ...\nfalse\n');
    expect(['hello', 'goodbye', blogFunction].map(exists)).toEqual([true, true, true]);
    expect(readFileSync(join(project, bundleFile(blogFunction)), 'utf8')).toContain('A Map');
    expect((await complete('Promise.resolve()')).stdout).toBe('true\n');
  });

  it('refuses to write bundles of code that changed during the build', async () => {
    const changesCode = `import('node:fs/promises').then(({ writeFile }) => writeFile('page.js', 'export const page = 1;').then(() => writeFile('lambdas/hello/handler.ts', 'export const handler = 2;')))`;
    await expect(complete(changesCode)).rejects.toThrow(
      'A source file changed during the build. Run it again.',
    );
    expect(exists(blogFunction)).toBe(false);
  });
});
