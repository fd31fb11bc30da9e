import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import type { SalesTax } from '../contract/rules/sales-tax.ts';
import type { BlogRecord } from '../lambdas/domain/articles/blog-store.ts';
import { endWithThisProcess } from './end-with-this-process.ts';
import { findFreePort } from './find-free-port.ts';
import { listDeadLetters, listPending } from './pending-work.ts';
import { registerPreparedPeople } from './person.ts';
import { copyPreparedData, ensurePreparedData } from './prepared-data.ts';
import { firstArticles } from './site-paths.ts';

/**
 * The folder for Node.js' compile cache. Tests start many processes; with it, they start in two
 * thirds of the time.
 */
export const compileCache = resolve('node_modules/.cache/compile');

/**
 * Lets V8 collect garbage and optimize on the thread that needs it. Threads of its own take a tenth more processor time,
 * and in a test run all processors are busy. `--single-threaded` would do the same, but with it, functions load as slowly
 * as without the compile cache.
 */
const withoutThreads = ['--single-threaded-gc', '--no-concurrent-recompilation', '--no-concurrent-sparkplug'];

/** `npm run conformance:permissions` records the calls of the functions in this folder. */
const callsFolder = process.env.CALLS_FOLDER;
const recorder = callsFolder
  ? {
      args: ['--import', resolve('lab/conformance/permissions/record-calls.ts')],
      env: { CALLS_FOLDER: callsFolder },
    }
  : { args: [], env: {} };

/** A separate local cloud, started like `npm start`, on the build in `dist/`. */
export interface CloudProcess {
  siteUrl: string;
  dir: string;
  /** The id of the current process. */
  readonly pid: number | undefined;
  /** Ends it like a power failure. */
  kill(): Promise<void>;
  /** Starts it again on the same data and port. */
  restart(options?: CloudProcessOptions): Promise<void>;
  /** Ends it and deletes its data. */
  dispose(): Promise<void>;
}

interface CloudProcessOptions {
  isReadOnly?: boolean;
  salesTax?: SalesTax;
  /** Whether schedules fire, such as the sweep that signs out admins without an app. */
  hasSchedules?: boolean;
}

/** @param nodeArguments further arguments of Node.js, also after a restart */
export async function startCloudProcess(
  nodeArguments: string[] = [],
  options: CloudProcessOptions = {},
): Promise<CloudProcess> {
  const dir = await mkdtemp(join(tmpdir(), 'lorewright-cloud-'));
  const removeData = () => rm(dir, { recursive: true, force: true });
  try {
    await copyPreparedData(dir, prepareData);
    let { port, child } = await startPublished(dir, nodeArguments, options);
    return {
      siteUrl: `http://localhost:${port}`,
      dir,
      get pid() {
        return child.pid;
      },
      kill: () => end(child, 'SIGKILL'),
      async restart(changes) {
        await end(child, 'SIGKILL');
        child = await spawnCloud(dir, port, nodeArguments, { ...options, ...changes });
      },
      async dispose() {
        await end(child, 'SIGTERM');
        await removeData();
      },
    };
  } catch (error) {
    await removeData();
    throw error;
  }
}

/** Prepares the data that {@link startCloudProcess} copies, before the first test needs it. */
export async function prepareCloudData(): Promise<void> {
  await ensurePreparedData(prepareData);
}

/** Starts a local cloud in an empty folder, registers people, and stops it when all its work is done. */
async function prepareData(dir: string): Promise<void> {
  const { port, child } = await startPublished(dir, [], {});
  try {
    await registerPreparedPeople(`http://localhost:${port}`);
    await waitUntilPublished(`http://localhost:${port}`, dir);
  } finally {
    await end(child, 'SIGTERM');
  }
  const deadLetters = await listDeadLetters(dir);
  if (deadLetters.length > 0) throw new Error(`A new local cloud has dead letters in ${deadLetters}.`);
  // Each copy chooses its own port for the Stripe fake, and keeps it when it starts again.
  await rm(join(dir, 'stripe/port'));
}

/** Starts a cloud, and waits until it has published its release and articles. */
async function startPublished(
  dir: string,
  nodeArguments: string[],
  options: CloudProcessOptions,
): Promise<{ port: number; child: ChildProcess }> {
  const started = await spawnOnFreePort(dir, nodeArguments, options);
  try {
    await waitUntilPublished(`http://localhost:${started.port}`, dir);
    return started;
  } catch (error) {
    await end(started.child, 'SIGKILL');
    throw error;
  }
}

async function end(child: ChildProcess, signal: NodeJS.Signals): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  child.kill(signal);
  await once(child, 'exit');
}

/** Two clouds that start at the same time may pick the same free port. */
async function spawnOnFreePort(
  dir: string,
  nodeArguments: string[],
  options: CloudProcessOptions,
): Promise<{ port: number; child: ChildProcess }> {
  for (let attempt = 1; ; attempt++) {
    const port = await findFreePort();
    try {
      return { port, child: await spawnCloud(dir, port, nodeArguments, options) };
    } catch (error) {
      if (attempt === 3 || !(error as Error).message.includes('in use')) throw error;
    }
  }
}

async function spawnCloud(
  dir: string,
  port: number,
  nodeArguments: string[],
  { isReadOnly = false, salesTax, hasSchedules = false }: CloudProcessOptions,
): Promise<ChildProcess> {
  const flags = [
    ...(isReadOnly ? ['--read-only'] : []),
    ...(salesTax ? ['--sales-tax', salesTax] : []),
    ...(hasSchedules ? [] : ['--no-schedules']),
  ];
  const nodeFlags = [...withoutThreads, ...recorder.args, ...nodeArguments];
  const child = spawn(process.execPath, [...nodeFlags, 'local/start.ts', ...flags], {
    env: {
      PATH: process.env.PATH,
      LOCAL_DIR: dir,
      PORT: String(port),
      NODE_COMPILE_CACHE: compileCache,
      ...recorder.env,
    },
    // The cloud ends when the channel closes, so it does not outlive a test that is killed.
    stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
  });
  endWithThisProcess(child);
  let output = '';
  await new Promise<void>((resolve, reject) => {
    const onText = (text: string) => {
      output += text;
      if (output.includes('Ctrl-C stops everything')) resolve();
    };
    child.stdout?.setEncoding('utf8').on('data', onText);
    child.stderr?.setEncoding('utf8').on('data', onText);
    child.once('exit', () => reject(new Error(`The local cloud did not start:\n${output}`)));
  });
  return child;
}

/** Releases and the first articles are published after the site responds. */
async function waitUntilPublished(siteUrl: string, dir: string): Promise<void> {
  const isPublished = async () =>
    existsSync(join(dir, 'seeded-articles')) &&
    (await hasRelease(siteUrl)) &&
    (await hasArticles(siteUrl)) &&
    (await listPending(dir)).length === 0;
  const deadline = Date.now() + 120_000;
  while (!(await isPublished())) {
    if (Date.now() > deadline)
      throw new Error('The local cloud has not published its release and articles within two minutes.');
    await setTimeout(50);
  }
}

/**
 * Whether the release feed has this cloud's address. In copied data it has the address of another
 * cloud until the release is published again.
 */
async function hasRelease(siteUrl: string): Promise<boolean> {
  const response = await fetch(`${siteUrl}/updates/releases.atom`);
  return (await response.text()).includes(`${siteUrl}/download#`);
}

/** The record of the blog is written last. */
async function hasArticles(siteUrl: string): Promise<boolean> {
  const response = await fetch(`${siteUrl}/blog/published.json`);
  if (!response.ok) return false;
  const { articles }: BlogRecord = await response.json();
  return articles.length >= firstArticles().length;
}
