// @ts-check
import { appendFileSync } from 'node:fs';
import { isMainThread, threadId } from 'node:worker_threads';

/*
 * Node.js loads this into the process of the local cloud and into each instance of a function; see memory-reports.ts.
 * It collects garbage, and appends the size of what remains to a file. The memory that the system has given to the
 * process says less: V8 keeps some of it for later, and each new instance takes 20 MB.
 *
 * It is plain JavaScript, because loading the type stripper would delay each instance.
 */

const { searchParams } = new URL(import.meta.url);
const file = searchParams.get('file');
const intervalSeconds = Number(searchParams.get('intervalSeconds'));
const { gc } = globalThis;
if (!gc || !file || !intervalSeconds) throw new Error('Use the arguments of memory-reports.ts.');
const startedAt = Date.now();

setInterval(() => {
  gc();
  // Buffers are external.
  const { heapUsed, external } = process.memoryUsage();
  const report = {
    thread: `${process.pid}/${threadId}`,
    ageSeconds: (Date.now() - startedAt) / 1000,
    megabytes: (heapUsed + external) / 1024 / 1024,
    ...(isMainThread ? {} : { functionName: process.env.AWS_LAMBDA_FUNCTION_NAME }),
  };
  appendFileSync(file, `${JSON.stringify(report)}\n`);
}, intervalSeconds * 1_000).unref();
