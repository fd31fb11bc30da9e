// @ts-check
import { createRequire, enableCompileCache, flushCompileCache } from 'node:module';
import { parentPort, workerData } from 'node:worker_threads';

/*
 * One instance of a function: a thread that loads the bundle, as Lambda does on a cold start, and then runs
 * one invocation after another. It is plain JavaScript, because loading Node's type stripper takes a thread as
 * long as loading a bundle.
 */

/** @type {import('./lambda-runner.ts').InstanceOptions} */
const { bundleFile, functionName, compileCacheFolder } = workerData;
const port = parentPort;
if (!port) throw new Error('lambda-worker runs as a worker thread only.');

/** @type {((event: unknown, context: object) => Promise<unknown>) | undefined} */
let handler;
/** @type {unknown} */
let loadFailure;
if (compileCacheFolder) enableCompileCache(compileCacheFolder);
try {
  handler = createRequire(import.meta.url)(bundleFile).handler;
  if (!handler) throw new Error(`${bundleFile} exports no handler.`);
} catch (error) {
  loadFailure = error;
}
flushCompileCache();

port.on('message', async (invocation) => {
  port.postMessage(await run(invocation));
});

/**
 * @param {import('./lambda-runner.ts').Invocation} invocation
 * @returns {Promise<import('./lambda-runner.ts').Outcome>}
 */
async function run({ requestId, event, timeoutSeconds }) {
  const deadline = Date.now() + timeoutSeconds * 1000;
  const context = {
    functionName,
    functionVersion: '$LATEST',
    invokedFunctionArn: `arn:aws:lambda:${process.env.AWS_REGION}:000000000000:function:${functionName}`,
    memoryLimitInMB: '512',
    awsRequestId: requestId,
    logGroupName: `/aws/lambda/${functionName}`,
    logStreamName: 'local',
    callbackWaitsForEmptyEventLoop: true,
    getRemainingTimeInMillis: () => deadline - Date.now(),
  };
  try {
    if (!handler) throw loadFailure;
    // Lambda serializes results as JSON.
    return { result: JSON.parse(JSON.stringify((await handler(event, context)) ?? null)) };
  } catch (error) {
    const { name, message } = error instanceof Error ? error : new Error(String(error));
    return { failure: { name, message } };
  }
}
