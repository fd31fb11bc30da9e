import { randomUUID } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { mkdir, rename, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { type BundledFile, bundleHandler } from './bundle-handler.ts';
import { blogFunction, bundleFile, bundleFolder, handlerFile, handlerFiles } from './handler-files.ts';
import { hashFunctionInputs } from './hash-build-inputs.ts';
import { lockBuild } from './lock-build.ts';

/** Contains the hash of the inputs from which all existing bundles come. */
const hashFile = `${bundleFolder}-inputs`;

export const isBundled = (name: string): boolean => existsSync(bundleFile(name));

interface BundleOptions {
  /** The build of the pages, which also writes the renderer of the blog. */
  pages: Promise<unknown>;
  /** Source maps next to the bundles, for reading a stack trace. They take a third of the time. */
  withSourceMaps: boolean;
}

/**
 * Bundles the functions that are not bundled yet.
 * @returns whether there were none
 * @throws AlreadyBuilding
 */
export async function completeBundles({ pages, withSourceMaps }: BundleOptions): Promise<boolean> {
  discardOldBundles({ withSourceMaps });
  const unlock = lockBuild(`${hashFile}.lock`);
  try {
    const names = [...handlerFiles.keys()].filter((name) => name !== blogFunction);
    const isReused = await Promise.all([
      bundleMissing(names, withSourceMaps),
      pages.then(() => bundleMissing([blogFunction], withSourceMaps)),
    ]);
    return isReused.every(Boolean);
  } finally {
    unlock();
  }
}

async function bundleMissing(names: string[], withSourceMaps: boolean): Promise<boolean> {
  const missing = names.filter((name) => !isBundled(name));
  if (missing.length === 0) return true;
  console.log(`Bundling ${missing.length === 1 ? missing[0] : `${missing.length} functions`} ...`);
  const options = withSourceMaps ? { sourcemap: 'hidden' as const } : {};
  const bundles = await Promise.all(missing.map((name) => bundleHandler(handlerFile(name), options)));
  if (readFileSync(hashFile, 'utf8') !== hashFunctionInputs({ withSourceMaps }))
    throw new Error('A source file changed during the build. Run it again.');
  await Promise.all(missing.map((name, index) => writeBundle(name, bundles[index] ?? [])));
  return false;
}

/**
 * Bundles one function. The one that renders the blog needs the pages.
 * @throws AlreadyBuilding
 */
export async function bundleLambda(name: string): Promise<void> {
  discardOldBundles();
  const bundle = await bundleHandler(handlerFile(name));
  // An input may have changed during the build.
  if (discardOldBundles()) return bundleLambda(name);
  await writeBundle(name, bundle);
}

/**
 * Deletes all bundles if they come from other inputs. Synchronous, so that no other call in this process sees a
 * state in between.
 * @returns whether it deleted them
 * @throws AlreadyBuilding
 */
export function discardOldBundles(options = { withSourceMaps: false }): boolean {
  const hash = hashFunctionInputs(options);
  if (existsSync(hashFile) && readFileSync(hashFile, 'utf8') === hash) return false;
  const unlock = lockBuild(`${hashFile}.lock`);
  try {
    rmSync(hashFile, { force: true });
    rmSync(bundleFolder, { recursive: true, force: true });
    mkdirSync(bundleFolder, { recursive: true });
    // Next to the bundles and not inside: on Lambda a file without a package.json is CommonJS anyway.
    writeFileSync(`${bundleFolder}/package.json`, JSON.stringify({ type: 'commonjs' }));
    writeFileSync(hashFile, hash);
  } finally {
    unlock();
  }
  return true;
}

/** Each bundle is either complete or missing, because `index.js` comes last. */
async function writeBundle(name: string, files: BundledFile[]): Promise<void> {
  const folder = dirname(bundleFile(name));
  await mkdir(folder, { recursive: true });
  for (const { path, contents } of files) {
    const temporary = `${folder}.${randomUUID()}.tmp`;
    await writeFile(temporary, contents);
    await rename(temporary, join(folder, path));
  }
}
