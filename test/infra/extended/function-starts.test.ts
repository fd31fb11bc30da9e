import { once } from 'node:events';
import { resolve } from 'node:path';
import { text } from 'node:stream/consumers';
import { Worker } from 'node:worker_threads';
import { expect, test } from 'vitest';
import { region, stages } from '../../../lib/stages.ts';
import { resourcesOf, synthesize } from '../synthesize.ts';

/** The environment of each function, by its name. */
const environments = Object.fromEntries(
  resourcesOf(await synthesize(stages.dev), 'AWS::Lambda::Function').flatMap(([, { Properties }]) => {
    const variables: Record<string, unknown> = Properties.Environment?.Variables ?? {};
    const name = variables.POWERTOOLS_SERVICE_NAME;
    return name ? [[String(name), { ...fillIn(variables), AWS_REGION: region }]] : [];
  }),
);

/** Values that are not plain text are known only after a deployment. */
function fillIn(variables: Record<string, unknown>): Record<string, string> {
  const placeholder = (variable: string) => {
    if (variable === 'USER_POOL_ID') return `${region}_Pool`;
    return variable.endsWith('_ARN')
      ? `arn:aws:kms:${region}:000000000000:key/1`
      : 'https://a-value-of-thirty-two-characters.example';
  };
  return Object.fromEntries(
    Object.entries(variables).map(([variable, value]) => [
      variable,
      typeof value === 'string' ? value : placeholder(variable),
    ]),
  );
}

/** Runs in the thread of each function. */
const sendTypeOfHandler = `
  const { parentPort, workerData } = require('node:worker_threads');
  parentPort.postMessage(typeof require(workerData).handler);
`;

/**
 * Loads the bundle of a function as Lambda does on a cold start. The thread has its own globals and
 * environment, and starts faster than a process.
 */
async function start(name: string, environment: Record<string, string>) {
  const worker = new Worker(sendTypeOfHandler, {
    eval: true,
    workerData: resolve('dist/lambdas', name, 'index.js'),
    env: environment,
    execArgv: [],
    stdout: true,
    stderr: true,
  });
  let handler: unknown;
  worker.once('message', (type) => {
    handler = type;
  });
  const [stdout, stderr, [status]] = await Promise.all([
    text(worker.stdout),
    text(worker.stderr),
    once(worker, 'exit'),
  ]);
  return { status, handler, stdout, stderr };
}

test.each(Object.entries(environments))(
  'starts %s with the environment of the stack, without a warning',
  async (name, environment) => {
    expect(await start(name, environment)).toEqual({
      status: 0,
      handler: 'function',
      stdout: '',
      stderr: '',
    });
  },
);
