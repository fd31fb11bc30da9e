import { once } from 'node:events';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Worker } from 'node:worker_threads';
import { beforeEach, describe, expect, test, vi } from 'vitest';
import type { LocalFunction } from './lambda-runner.ts';
import { LambdaError, type LambdaRunner, startLambdaRunner } from './lambda-runner.ts';

let dir: string;
let runner: LambdaRunner | undefined;
let lines: string[];

beforeEach(async () => {
  dir = await mkdtemp(join(tmpdir(), 'lambda-runner-'));
  lines = [];
  return async () => {
    vi.useRealTimers();
    vi.unstubAllEnvs();
    await runner?.stop();
    await rm(dir, { recursive: true });
  };
});

/** Writes a bundle whose handler has this body. */
async function bundle(name: string, body: string, before = '') {
  await mkdir(join(dir, name), { recursive: true });
  const code = `${before}\nexports.handler = async (event, context) => { ${body} };`;
  await writeFile(join(dir, name, 'index.js'), code);
}

function start(
  environments: Record<string, Record<string, string>> = { Test: {} },
  makeBundle?: (name: string) => Promise<void>,
) {
  const functions = Object.entries(environments).map(
    ([name, environment]): LocalFunction => ({
      id: `${name}Id`,
      name,
      bundleFolder: join(dir, name),
      timeoutSeconds: 10,
      environment,
    }),
  );
  runner = startLambdaRunner({
    functions,
    environment: { SHARED: 'everywhere' },
    onLog: (name, line) => lines.push(`${name}: ${line}`),
    bundle: makeBundle,
  });
  return runner;
}

const soon = (assertion: () => unknown) => vi.waitFor(assertion, { interval: 5, timeout: 5000 });
const logged = (line: string) => soon(() => expect(lines).toContain(line));

describe('invoke', () => {
  test('passes event and context to the handler, and returns its result', async () => {
    await bundle('Test', 'return { event, name: context.functionName, id: context.awsRequestId };');
    const run = start();
    const first = await run.invoke('TestId', { a: [1, null] });
    expect(first).toEqual({ event: { a: [1, null] }, name: 'Test', id: expect.any(String) });
    expect(await run.invoke('TestId', {})).not.toMatchObject({ id: (first as { id: string }).id });
  });

  test('serializes the event as JSON', async () => {
    await bundle('Test', 'return { event };');
    const event = { at: new Date(0), nothing: undefined };
    expect(await start().invoke('TestId', event)).toEqual({ event: { at: '1970-01-01T00:00:00.000Z' } });
  });

  test('serializes the result as JSON', async () => {
    await bundle('Test', 'return { at: new Date(0), act: () => {} };');
    expect(await start().invoke('TestId', {})).toEqual({ at: '1970-01-01T00:00:00.000Z' });
  });

  test('returns null when the handler returns nothing', async () => {
    await bundle('Test', '');
    expect(await start().invoke('TestId', {})).toBeNull();
  });

  test('waits until the function has a bundle', async () => {
    const run = start({ Test: {} }, (name) => bundle(name, 'return 1;'));
    expect(await run.invoke('TestId', {})).toBe(1);
  });

  test('fails with the reason why the function has no bundle', async () => {
    const run = start({ Test: {} }, () => Promise.reject(new Error('Could not resolve "./missing.ts"')));
    await expect(run.invoke('TestId', {})).rejects.toThrow('Could not resolve "./missing.ts"');
  });

  test('reuses an idle instance, which keeps its state', async () => {
    await bundle('Test', 'return ++count;', 'let count = 0;');
    const run = start();
    expect(await run.invoke('TestId', {})).toBe(1);
    expect(await run.invoke('TestId', {})).toBe(2);
  });

  test('ends an instance after five minutes without an invocation', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    await bundle('Test', 'return ++count;', 'let count = 0;');
    const run = start();
    expect(await run.invoke('TestId', {})).toBe(1);
    vi.advanceTimersByTime(4 * 60_000);
    expect(await run.invoke('TestId', {})).toBe(2);
    vi.advanceTimersByTime(4 * 60_000);
    expect(await run.invoke('TestId', {})).toBe(3);
    vi.advanceTimersByTime(5 * 60_000);
    expect(await run.invoke('TestId', {})).toBe(1);
  });

  test('throws for a function that is not in the stack', () => {
    expect(() => start({}).invoke('NothingId', {})).toThrow('NothingId');
  });

  test('reports the output of the function line by line', async () => {
    await bundle('Test', `console.log('one\\ntwo'); console.error('three');`);
    await start().invoke('TestId', {});
    await logged('Test: one');
    await logged('Test: two');
    await logged('Test: three');
  });
});

describe('invoke of a failing function', () => {
  test('rejects with name and message of the error, and keeps the instance', async () => {
    await bundle(
      'Test',
      `if (event.fail) throw new RangeError('too far'); return ++count;`,
      'let count = 0;',
    );
    const run = start();
    await run.invoke('TestId', {});
    const failure = await run.invoke('TestId', { fail: true }).catch((error: unknown) => error);
    expect(failure).toBeInstanceOf(LambdaError);
    expect(failure).toMatchObject({ name: 'RangeError', message: 'too far', cause: 'Test' });
    expect(await run.invoke('TestId', {})).toBe(2);
  });

  test('rejects with the message when the handler throws a string', async () => {
    await bundle('Test', `throw 'too far';`);
    await expect(start().invoke('TestId', {})).rejects.toMatchObject({ name: 'Error', message: 'too far' });
  });

  test('rejects each invocation when the bundle fails to load', async () => {
    await bundle('Test', '', `throw new Error('USERS_TABLE is missing');`);
    const run = start();
    await expect(run.invoke('TestId', {})).rejects.toThrow('USERS_TABLE is missing');
    await expect(run.invoke('TestId', {})).rejects.toThrow('USERS_TABLE is missing');
  });

  test.each([
    ['ends', 'process.exit(1); await new Promise(() => {});'],
    ['crashes', `setImmediate(() => { throw new Error('late'); }); await new Promise(() => {});`],
  ])('rejects only the invocation whose instance %s', async (_, body) => {
    await bundle('Test', `if (event.fail) { ${body} } return 'well';`);
    const run = start();
    await expect(run.invoke('TestId', { fail: true })).rejects.toThrow(LambdaError);
    expect(await run.invoke('TestId', {})).toBe('well');
  });
});

test.each([
  ['ends', 'process.exit(1);', []],
  ['crashes', `throw new Error('late');`, ['Test: Error: late']],
])('replaces an instance that %s while it is idle', async (_, end, output) => {
  await bundle(
    'Test',
    'if (event.gate) endAt(event.gate); return ++count;',
    `const { existsSync } = require('node:fs');
     const endAt = (gate) => setInterval(() => { if (existsSync(gate)) { ${end} } }, 5);
     let count = 0;`,
  );
  const run = start();
  const started = once(process, 'worker') as Promise<[Worker]>;
  const gate = join(dir, 'gate');
  expect(await run.invoke('TestId', { gate })).toBe(1);
  const [instance] = await started;
  const gone = new Promise((resolve) => instance.once('exit', resolve));
  await writeFile(gate, '');
  await gone;
  expect(await run.invoke('TestId', {}), 'a new instance').toBe(1);
  expect(lines).toEqual(output);
});

test('ends a function at its timeout, and runs later invocations', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  await bundle(
    'Test',
    `if (event.hang) { console.log('hanging'); while (true); } return ++count;`,
    'let count = 0;',
  );
  const run = start();
  expect(await run.invoke('TestId', {})).toBe(1);
  const hanging = expect(run.invoke('TestId', { hang: true })).rejects.toThrow(
    'Task timed out after 10 seconds',
  );
  await logged('Test: hanging');

  vi.advanceTimersByTime(10_000);

  await hanging;
  expect(await run.invoke('TestId', {}), 'a new instance').toBe(1);
});

describe('the environment', () => {
  test('contains the variables of the function and of the cloud, and none of this machine', async () => {
    vi.stubEnv('AWS_SECRET_ACCESS_KEY', 'of the developer');
    await bundle('One', 'return process.env;');
    await bundle('Two', 'return process.env;');
    const run = start({ One: { USERS_TABLE: 'Users' }, Two: { ORDERS_TABLE: 'Orders' } });
    expect(await run.invoke('OneId', {})).toEqual({
      AWS_ACCESS_KEY_ID: 'One',
      AWS_LAMBDA_FUNCTION_NAME: 'One',
      SHARED: 'everywhere',
      USERS_TABLE: 'Users',
    });
    expect(await run.invoke('TwoId', {})).toMatchObject({ ORDERS_TABLE: 'Orders' });
    expect(await run.invoke('TwoId', {})).not.toHaveProperty('USERS_TABLE');
  });

  test('does not leak changes that a function makes to it', async () => {
    await bundle('One', `process.env.SHARED = 'changed'; return process.env.SHARED;`);
    await bundle('Two', 'return process.env.SHARED;');
    const run = start({ One: {}, Two: {} });
    expect(await run.invoke('OneId', {})).toBe('changed');
    expect(await run.invoke('TwoId', {})).toBe('everywhere');
    expect(process.env.SHARED).toBeUndefined();
  });
});

test('runs at most two instances at once, and queues further invocations', async () => {
  await bundle(
    'Test',
    `console.log('started ' + event.number);
     while (!existsSync(event.gate)) await setTimeout(5);
     return threadId;`,
    `const { threadId } = require('node:worker_threads');
     const { existsSync } = require('node:fs');
     const { setTimeout } = require('node:timers/promises');`,
  );
  const run = start();
  const gate = join(dir, 'gate');
  const answers = [1, 2, 3, 4].map((number) => run.invoke('TestId', { number, gate }));
  for (const number of [1, 2]) await logged(`Test: started ${number}`);
  await writeFile(gate, '');
  const instances = await Promise.all(answers);
  expect(new Set(instances.slice(0, 2)).size).toBe(2);
  expect(new Set(instances).size).toBe(2);
});

describe('reload', () => {
  test('runs later invocations with the current bundle', async () => {
    await bundle('Test', `return 'old';`);
    const run = start();
    expect(await run.invoke('TestId', {})).toBe('old');
    await bundle('Test', `return 'new';`);
    expect(await run.invoke('TestId', {})).toBe('old');
    run.reload();
    expect(await run.invoke('TestId', {})).toBe('new');
  });

  test('replaces the idle instances when their number is at the maximum', async () => {
    await bundle('Test', `return 'old';`);
    const run = start();
    await Promise.all([1, 2].map(() => run.invoke('TestId', {})));
    await bundle('Test', `return 'new';`);
    run.reload();
    expect(await run.invoke('TestId', {})).toBe('new');
  });

  test('lets a running invocation finish with the previous bundle', async () => {
    const waitForGate = `console.log('started'); while (!existsSync(event.gate)) await setTimeout(5);`;
    const before = `const { existsSync } = require('node:fs'); const { setTimeout } = require('node:timers/promises');`;
    await bundle('Test', `${waitForGate} return 'old';`, before);
    const run = start();
    const gate = join(dir, 'gate');
    const begun = run.invoke('TestId', { gate });
    await logged('Test: started');
    await bundle('Test', `return 'new';`);
    run.reload();
    await writeFile(gate, '');
    expect(await begun).toBe('old');
    expect(await run.invoke('TestId', {})).toBe('new');
  });
});

test('ends running invocations on stop', async () => {
  await bundle('Test', `console.log('started'); await new Promise(() => setInterval(() => {}, 1000));`);
  const run = start();
  const stopped = expect(run.invoke('TestId', {})).rejects.toThrow('The instance has stopped.');
  await logged('Test: started');
  await run.stop();
  await stopped;
});

test('rejects waiting invocations on stop without starting them', async () => {
  await bundle('Test', `console.log('started'); await new Promise(() => setInterval(() => {}, 1000));`);
  const run = start();
  const answers = Promise.allSettled([1, 2, 3, 4].map(() => run.invoke('TestId', {})));
  await soon(() => expect(lines).toHaveLength(2));
  await run.stop();
  const refused = (message: string) => ({
    status: 'rejected',
    reason: expect.objectContaining({ message }),
  });
  expect(await answers).toEqual([
    ...Array.from({ length: 2 }, () => refused('The instance has stopped.')),
    ...Array.from({ length: 2 }, () => refused('The local cloud is stopping.')),
  ]);
  expect(lines).toHaveLength(2);
});
