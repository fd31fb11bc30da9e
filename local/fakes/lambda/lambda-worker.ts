import { createRequire } from 'node:module';
import { parentPort, workerData } from 'node:worker_threads';

/*
 * One instance of a function: a thread that loads the bundle, as Lambda does on a cold start, and then runs
 * one invocation after another.
 */
export interface Invocation {
  requestId: string;
  event: unknown;
  timeoutSeconds: number;
}

export type Outcome = { result: unknown } | { failure: { name: string; message: string } };

const { bundleFile, functionName } = workerData as { bundleFile: string; functionName: string };
const port = parentPort;
if (!port) throw new Error('lambda-worker runs as a worker thread only.');

type Handler = (event: unknown, context: object) => Promise<unknown>;
let handler: Handler | undefined;
let loadFailure: unknown;
try {
  handler = (createRequire(import.meta.url)(bundleFile) as { handler: Handler }).handler;
} catch (error) {
  loadFailure = error;
}

port.on('message', async (invocation: Invocation) => {
  port.postMessage(await run(invocation));
});

async function run({ requestId, event, timeoutSeconds }: Invocation): Promise<Outcome> {
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
