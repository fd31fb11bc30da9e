import autocannon from 'autocannon';

export interface Load {
  p50Ms: number;
  p99Ms: number;
  perSecond: number;
  requests: number;
  /** Broken connections, timeouts, and responses other than 2xx. */
  errors: number;
}

type LoadOptions = Pick<autocannon.Options, 'url' | 'connections' | 'amount' | 'duration' | 'requests'>;

/**
 * Sends requests with autocannon, and measures the times itself, because autocannon's are whole
 * milliseconds.
 */
export async function putLoad(options: LoadOptions): Promise<Load> {
  const times: number[] = [];
  let began = 0;
  let ended = 0;
  const { promise, resolve, reject } = Promise.withResolvers<autocannon.Result>();
  const running = autocannon({ ...options, method: 'POST' }, (error, result) =>
    error ? reject(error) : resolve(result),
  );
  running.on('start', () => {
    began = performance.now();
  });
  running.on('response', (_client, _statusCode, _bytes, responseMs) => {
    times.push(responseMs);
    ended = performance.now();
  });
  const { errors, non2xx } = await promise;
  return loadOf(times, ended - began, errors + non2xx);
}

/** @param times the milliseconds of each response, in any order */
export function loadOf(times: number[], durationMs: number, errors: number): Load {
  const sorted = times.toSorted((a, b) => a - b);
  const percentile = (share: number) => sorted[Math.ceil(share * sorted.length) - 1] ?? Number.NaN;
  return {
    p50Ms: percentile(0.5),
    p99Ms: percentile(0.99),
    perSecond: times.length / (durationMs / 1000),
    requests: times.length,
    errors,
  };
}
