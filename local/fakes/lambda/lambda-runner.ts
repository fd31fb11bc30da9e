import { randomUUID } from 'node:crypto';
import { join } from 'node:path';
import { Worker } from 'node:worker_threads';

/** Runs a function of the stack with an event and answers what the function returns. */
export type Invoke = (functionId: string, event: unknown) => Promise<unknown>;

export interface LocalFunction {
  /** Its name on AWS, which the rest of the local cloud uses as its key. */
  id: string;
  /** The folder under `lambdas/`. */
  name: string;
  bundleFolder: string;
  timeoutSeconds: number;
  /** Values may contain references to secrets. */
  environment: Record<string, string>;
}

/** An error of the function, or its timeout. */
export class LambdaError extends Error {
  constructor(functionName: string, { name, message }: { name: string; message: string }) {
    super(message);
    this.name = name;
    this.cause = functionName;
  }
}

export interface LambdaRunner {
  /** Runs the function and returns its result, serialized as JSON. @throws LambdaError */
  invoke: Invoke;
  /** Runs later invocations with the current bundles. */
  reload(): void;
  stop(): Promise<void>;
}

interface RunnerOptions {
  functions: LocalFunction[];
  /** Added to the environment of each function: the endpoints on this machine. */
  environment: Record<string, string>;
  onLog: (functionName: string, line: string) => void;
  /** Makes sure that a function has a bundle, before an instance starts. Without it, all functions have one. */
  bundle?: ((functionName: string) => Promise<void>) | undefined;
  /** The folder in which Node.js keeps compiled code, so that later instances start faster. */
  compileCacheFolder?: string | undefined;
}

/** The options of a new instance. */
export interface InstanceOptions {
  bundleFile: string;
  functionName: string;
  compileCacheFolder?: string | undefined;
}

export interface Invocation {
  requestId: string;
  event: unknown;
  timeoutSeconds: number;
}

export type Outcome = { result: unknown } | { failure: { name: string; message: string } };

/** Per function. Further invocations wait, because loading a bundle takes longer than most invocations. */
const maxInstances = 2;

/** After this time without an invocation, an instance ends. AWS does so too, and does not document when. */
const idleMinutes = 5;

/**
 * Runs the deployable bundles, each function in its own threads, with one invocation per thread at a time.
 */
export function startLambdaRunner({ functions, ...options }: RunnerOptions): LambdaRunner {
  const pools = new Map(functions.map((lambda) => [lambda.id, startPool(lambda, options)]));
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

const stopping = () => new Error('The local cloud is stopping.');

function startPool(
  lambda: LocalFunction,
  { environment, onLog, bundle, compileCacheFolder }: Omit<RunnerOptions, 'functions'>,
) {
  const alive = new Set<Worker>();
  /** The instances that run the current bundle. */
  const current = new Set<Worker>();
  /** The instances without an invocation, each with the timer that ends it. The latest comes last and is used first. */
  const idle = new Map<Worker, NodeJS.Timeout>();
  const waiting: Waiting[] = [];
  /** How many instances wait for the bundle. */
  let starting = 0;
  let stopped = false;

  async function prepareInstance(): Promise<Worker> {
    starting += 1;
    try {
      await bundle?.(lambda.name);
      if (stopped) throw stopping();
      return startInstance();
    } finally {
      starting -= 1;
    }
  }

  function startInstance(): Worker {
    const instance: InstanceOptions = {
      bundleFile: join(lambda.bundleFolder, 'index.js'),
      functionName: lambda.name,
      compileCacheFolder,
    };
    const worker = new Worker(new URL('./lambda-worker.js', import.meta.url), {
      env: {
        ...lambda.environment,
        ...environment,
        // As on AWS, each function has its own credentials. The services accept any.
        AWS_ACCESS_KEY_ID: lambda.name,
        AWS_LAMBDA_FUNCTION_NAME: lambda.name,
      },
      workerData: instance,
      stdout: true,
      stderr: true,
    });
    // An idle instance must not keep the process alive.
    worker.unref();
    for (const stream of [worker.stdout, worker.stderr]) {
      stream.setEncoding('utf8').on('data', (text: string) => {
        for (const line of text.split('\n')) if (line.trim()) onLog(lambda.name, line);
      });
    }
    alive.add(worker);
    current.add(worker);
    // A timer that an earlier invocation left can crash an idle instance.
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
    takeIdle(worker);
    void worker.terminate();
  }

  function putIdle(worker: Worker): void {
    idle.set(worker, setTimeout(() => discard(worker), idleMinutes * 60_000).unref());
  }

  function takeIdle(worker = [...idle.keys()].at(-1)): Worker | undefined {
    if (!worker) return undefined;
    clearTimeout(idle.get(worker));
    idle.delete(worker);
    return worker;
  }

  async function runNext(): Promise<void> {
    if (waiting.length === 0 || stopped) return;
    let worker = takeIdle();
    if (!worker && current.size + starting >= maxInstances) return;
    const next = waiting.shift();
    if (!next) return;
    try {
      worker ??= await prepareInstance();
      const outcome = await runOn(worker, lambda, next.event);
      if (current.has(worker)) putIdle(worker);
      else discard(worker);
      if ('failure' in outcome) next.reject(new LambdaError(lambda.name, outcome.failure));
      else next.resolve(outcome.result);
    } catch (error) {
      if (worker) discard(worker);
      next.reject(error as Error);
    }
    void runNext();
  }

  return {
    invoke: (event: unknown) =>
      new Promise<unknown>((resolve, reject) => {
        if (stopped) throw stopping();
        waiting.push({ event, resolve, reject });
        void runNext();
      }),
    /** Busy instances finish their invocation. */
    reload() {
      current.clear();
      for (const worker of [...idle.keys()]) discard(worker);
    },
    async stop() {
      stopped = true;
      for (const { reject } of waiting.splice(0)) reject(stopping());
      await Promise.all([...alive].map((worker) => worker.terminate()));
    },
  };
}

/** @throws LambdaError when the instance exits, or at the timeout of the function */
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
    // Events are JSON on AWS, so a value that JSON cannot represent must not reach the function here either.
    const invocation: Invocation = {
      requestId: randomUUID(),
      event: JSON.parse(JSON.stringify(event)),
      timeoutSeconds,
    };
    worker.postMessage(invocation);
  });
}
