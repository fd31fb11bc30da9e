import { randomUUID } from 'node:crypto';
import { join } from 'node:path';
import { Worker } from 'node:worker_threads';
import type { Invoke } from '../invoke.ts';
import type { Invocation, Outcome } from './lambda-worker.ts';

export interface LocalFunction {
  /** Its name in AWS terms, and the key by which everything here refers to it. */
  id: string;
  /** The folder under `lambdas/`. */
  name: string;
  bundleFolder: string;
  timeoutSeconds: number;
  /** How often Lambda repeats an event that the function failed to handle. */
  retryAttempts: number;
  /** The name of the queue for what it failed to handle all the same; a function that answers somebody has none. */
  deadLetterQueue?: string;
  /** Values may be, or hold, references to secrets. */
  environment: Record<string, string>;
}

/** What a function threw, or that it took too long. */
export class LambdaError extends Error {
  constructor(functionName: string, { name, message }: { name: string; message: string }) {
    super(message);
    this.name = name;
    this.cause = functionName;
  }
}

export interface LambdaRunner {
  /** Runs the function and answers what it answers, as JSON would carry it. @throws LambdaError */
  invoke: Invoke;
  /** Lets every further invocation start from the bundles as they are now. */
  reload(): void;
  stop(): Promise<void>;
}

interface RunnerOptions {
  functions: LocalFunction[];
  /** Added to each function's own environment: where things are on this machine. */
  environment: Record<string, string>;
  onLog: (functionName: string, line: string) => void;
}

/** More would only crowd a laptop; what comes on top waits its turn. */
const maxInstances = 4;

/** Runs the bundles that would be deployed, each function in threads of its own, one invocation per thread at a time. */
export function startLambdaRunner({ functions, environment, onLog }: RunnerOptions): LambdaRunner {
  const pools = new Map(functions.map((lambda) => [lambda.id, startPool(lambda, environment, onLog)]));
  return {
    invoke(functionId, event) {
      const pool = pools.get(functionId);
      if (!pool) throw new Error(`The stack has no function ${functionId}.`);
      return pool.invoke(event);
    },
    reload() {
      for (const pool of pools.values()) pool.reload();
    },
    async stop() {
      await Promise.all([...pools.values()].map((pool) => pool.stop()));
    },
  };
}

interface Waiting {
  event: unknown;
  resolve: (result: unknown) => void;
  reject: (error: Error) => void;
}

function startPool(
  lambda: LocalFunction,
  environment: Record<string, string>,
  onLog: RunnerOptions['onLog'],
) {
  const alive = new Set<Worker>();
  /** Those of them that run the bundle as it is now. */
  const current = new Set<Worker>();
  const idle: Worker[] = [];
  const waiting: Waiting[] = [];
  let stopped = false;

  function startInstance(): Worker {
    const worker = new Worker(new URL('./lambda-worker.ts', import.meta.url), {
      env: { ...lambda.environment, ...environment, AWS_LAMBDA_FUNCTION_NAME: lambda.name },
      workerData: { bundleFile: join(lambda.bundleFolder, 'index.js'), functionName: lambda.name },
      stdout: true,
      stderr: true,
    });
    // An idle instance must not keep the program alive.
    worker.unref();
    for (const stream of [worker.stdout, worker.stderr]) {
      stream.setEncoding('utf8').on('data', (text: string) => {
        for (const line of text.split('\n')) if (line.trim()) onLog(lambda.name, line);
      });
    }
    alive.add(worker);
    current.add(worker);
    // It may also die while it is idle, of something it left running.
    worker.on('error', (error) => {
      onLog(lambda.name, String(error));
      discard(worker);
    });
    worker.once('exit', () => {
      alive.delete(worker);
      discard(worker);
      void runNext();
    });
    return worker;
  }

  function discard(worker: Worker): void {
    current.delete(worker);
    const index = idle.indexOf(worker);
    if (index >= 0) idle.splice(index, 1);
    void worker.terminate();
  }

  async function runNext(): Promise<void> {
    if (waiting.length === 0 || stopped) return;
    const worker = idle.pop() ?? (current.size < maxInstances ? startInstance() : undefined);
    const next = worker && waiting.shift();
    if (!next) return;
    try {
      const outcome = await runOn(worker, lambda, next.event);
      if (current.has(worker)) idle.push(worker);
      else discard(worker);
      if ('failure' in outcome) next.reject(new LambdaError(lambda.name, outcome.failure));
      else next.resolve(outcome.result);
    } catch (error) {
      discard(worker);
      next.reject(error as Error);
    }
    void runNext();
  }

  return {
    invoke: (event: unknown) =>
      new Promise<unknown>((resolve, reject) => {
        if (stopped) throw new Error('The local cloud is stopping.');
        waiting.push({ event, resolve, reject });
        void runNext();
      }),
    /** Busy instances finish what they do. */
    reload() {
      current.clear();
      for (const worker of idle.splice(0)) discard(worker);
    },
    async stop() {
      stopped = true;
      for (const { reject } of waiting.splice(0)) reject(new Error('The local cloud is stopping.'));
      await Promise.all([...alive].map((worker) => worker.terminate()));
    },
  };
}

/** @throws LambdaError when the instance dies or takes longer than the function may. */
function runOn(worker: Worker, { name, timeoutSeconds }: LocalFunction, event: unknown): Promise<Outcome> {
  return new Promise((resolve, reject) => {
    const fail = (reason: string) =>
      reject(new LambdaError(name, { name: 'Runtime.ExitError', message: reason }));
    const onMessage = (outcome: Outcome) => finish(() => resolve(outcome));
    const onError = (error: Error) => finish(() => fail(error.message));
    const onExit = () => finish(() => fail('The instance has stopped.'));
    const timer = setTimeout(
      () => finish(() => fail(`Task timed out after ${timeoutSeconds} seconds`)),
      timeoutSeconds * 1000,
    );
    function finish(settle: () => void): void {
      clearTimeout(timer);
      worker.off('message', onMessage).off('error', onError).off('exit', onExit);
      settle();
    }
    worker.once('message', onMessage).once('error', onError).once('exit', onExit);
    // Events are JSON on AWS; a value that only a local call could carry must not slip through.
    const invocation: Invocation = {
      requestId: randomUUID(),
      event: JSON.parse(JSON.stringify(event)),
      timeoutSeconds,
    };
    worker.postMessage(invocation);
  });
}
