// @ts-check
import { appendFileSync } from 'node:fs';
import { isMainThread, threadId } from 'node:worker_threads';

/*
 * Node.js loads this into the process of the local cloud and into each instance of a function. It collects garbage,
 * and appends the size of what remains to the file in its own address, `?file=<path>`. The memory that the system has
 * given to the process says less: V8 keeps some of it for later, and each new instance takes 20 MB.
 *
 * It is plain JavaScript, because loading the type stripper would delay each instance.
 */

const file = new URL(import.meta.url).searchParams.get('file') ?? '';
const startedAt = Date.now();

setInterval(() => {
  globalThis.gc?.();
  const report = {
    thread: `${process.pid}/${threadId}`,
    isInstance: !isMainThread,
    ageSeconds: (Date.now() - startedAt) / 1000,
    megabytes: process.memoryUsage().heapUsed / 1024 / 1024,
  };
  appendFileSync(file, `${JSON.stringify(report)}\n`);
}, 20_000).unref();
