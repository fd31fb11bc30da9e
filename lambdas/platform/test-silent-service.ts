import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout } from 'node:timers/promises';
import { afterAll, beforeAll, vi } from 'vitest';

/** The outcome of a call while the service was silent. */
interface Outcome<Result> {
  /** Undefined when the call had not ended in time. */
  result: Result | undefined;
  passedMs: number;
  requests: number;
}

/** Replaces every AWS service, in the tests of a file, with a server that accepts requests and never answers. */
export function testSilentService() {
  let requests = 0;
  const server = createServer(() => {
    requests += 1;
  });

  beforeAll(async () => {
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    vi.stubEnv('AWS_REGION', 'us-east-1');
    vi.stubEnv('AWS_ACCESS_KEY_ID', 'local');
    vi.stubEnv('AWS_SECRET_ACCESS_KEY', 'local');
    vi.stubEnv('AWS_ENDPOINT_URL', `http://127.0.0.1:${(server.address() as AddressInfo).port}`);
  });

  afterAll(() => {
    vi.useRealTimers();
    server.closeAllConnections();
    server.close();
  });

  /** Lets the time pass quickly, until the call ends or this time is over. */
  return async function waitFor<Result>(
    maxMs: number,
    call: () => Promise<Result>,
  ): Promise<Outcome<Result | Error>> {
    requests = 0;
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    let result: Result | Error | undefined;
    const ended = call().then(
      (answer) => {
        result = answer;
      },
      (error: Error) => {
        result = error;
      },
    );
    let passedMs = 0;
    while (result === undefined && passedMs < maxMs) {
      // The sockets use real time.
      await setTimeout(1);
      vi.advanceTimersByTime(100);
      passedMs += 100;
    }
    vi.useRealTimers();
    const outcome = { result, passedMs, requests };
    if (result === undefined) server.closeAllConnections();
    await ended;
    return outcome;
  };
}
