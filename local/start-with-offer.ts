import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { cpSync, mkdirSync, readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { catalog, currentOffer, type OfferId } from '../contract/rules/catalog.ts';

export const offerIds = Object.keys(catalog) as OfferId[];

export const isOfferId = (text: string): text is OfferId => offerIds.some((id) => id === text);

/** Folders that a start does not need, or creates. */
const left = new Set(['.git', '.local', 'dist', 'docs', 'lab', 'node_modules', 'test', 'test-results']);
/** The copy keeps them, so that its next start reuses its build. */
const kept = new Set(['dist', 'node_modules']);

/**
 * Starts a copy of the project that sells another offer, because the offer is part of the code of pages and functions. Ends with it.
 * @param args of the start, without the offer
 * @param dir the folder of the data, which all offers share
 */
export async function startWithOffer(offer: OfferId, args: string[], dir: string): Promise<void> {
  const folder = copyWithOffer(offer);
  // The copy sells it without this argument, which its hint repeats.
  const child = spawn(process.execPath, ['local/start.ts', ...args, `--offer=${offer}`], {
    cwd: folder,
    env: { ...process.env, LOCAL_DIR: resolve(dir) },
    stdio: 'inherit',
  });
  // Ctrl-C reaches the child too, and its end ends this process.
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => child.kill(signal));
  process.once('exit', () => child.kill());
  const [code] = await once(child, 'exit');
  process.exit(code ?? 1);
}

/** The command that starts again without the data. */
export const resetCommand = (script = 'start', offer?: OfferId): string =>
  ['npm run', script, '-- --reset', ...(offer ? ['--offer', offer] : [])].join(' ');

/**
 * Copies the project, with the offer as the one on sale.
 * @returns the folder of the copy
 */
export function copyWithOffer(offer: OfferId, root = '.'): string {
  const folder = join(root, 'dist/offers', offer);
  mkdirSync(folder, { recursive: true });
  for (const name of readdirSync(folder))
    if (!kept.has(name)) rmSync(join(folder, name), { recursive: true });
  for (const name of readdirSync(root))
    if (!left.has(name))
      cpSync(join(root, name), join(folder, name), {
        recursive: true,
        filter: (file) => !/\.test\.tsx?$/.test(file),
      });
  rmSync(join(folder, 'node_modules'), { force: true });
  symlinkSync(resolve(root, 'node_modules'), join(folder, 'node_modules'));
  const file = join(folder, 'contract/rules/catalog.ts');
  const line = (id: OfferId) => `export const currentOffer: OfferId = '${id}';`;
  const code = readFileSync(file, 'utf8');
  if (!code.includes(line(currentOffer))) throw new Error(`${file} has no line "${line(currentOffer)}".`);
  writeFileSync(file, code.replace(line(currentOffer), line(offer)));
  return folder;
}
