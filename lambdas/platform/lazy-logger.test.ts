import type { Context } from 'aws-lambda';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { LazyLogger } from './lazy-logger.ts';

const lines: Record<string, unknown>[] = [];
let logger: LazyLogger;

beforeEach(() => {
  lines.length = 0;
  vi.stubEnv('POWERTOOLS_LOG_LEVEL', 'INFO');
  vi.stubEnv('AWS_LAMBDA_INITIALIZATION_TYPE', 'on-demand');
  const keepLine = (line: string | Uint8Array) => lines.push(JSON.parse(String(line))) > 0;
  vi.spyOn(process.stdout, 'write').mockImplementation(keepLine);
  vi.spyOn(process.stderr, 'write').mockImplementation(keepLine);
  logger = new LazyLogger();
});

afterEach(() => {
  vi.restoreAllMocks();
  vi.unstubAllEnvs();
});

test('logs the context, the keys and the details of a line', () => {
  logger.begin(invocation('first'), { requestId: 'request-1' });
  logger.appendKeys({ eventId: 'event-1' });
  logger.error('failed', { code: 'unknown' });
  expect(lines).toEqual([
    expect.objectContaining({
      level: 'ERROR',
      message: 'failed',
      function_request_id: 'first',
      requestId: 'request-1',
      eventId: 'event-1',
      code: 'unknown',
    }),
  ]);
});

test.each(['info', 'warn', 'error'] as const)('logs lines of the level %s', (level) => {
  logger[level]('something happened');
  expect(lines).toEqual([
    expect.objectContaining({ level: level.toUpperCase(), message: 'something happened' }),
  ]);
});

test('logs no key of an earlier invocation', () => {
  logger.begin(invocation('first'), { requestId: 'request-1' });
  logger.appendKeys({ eventId: 'event-1' });
  logger.info('handled');
  logger.begin(invocation('second'), { requestId: 'request-2' });
  logger.info('handled');
  expect(lines[1]).toMatchObject({ function_request_id: 'second', requestId: 'request-2' });
  expect(lines[1]).not.toHaveProperty('eventId');
});

test.each([
  ['the first line', () => logger.info('handled')],
  ['no line', () => {}],
])('logs a cold start only for the first invocation, when that has logged %s', (_, logFirst) => {
  logger.begin(invocation('first'), {});
  logFirst();
  logger.begin(invocation('second'), {});
  logger.info('handled');
  const coldStarts = lines.map((line) => [line.function_request_id, line.cold_start]);
  expect(coldStarts).toContainEqual(['second', false]);
  expect(coldStarts).not.toContainEqual(['first', false]);
});

test('logs a cold start for the first invocation', () => {
  logger.begin(invocation('first'), {});
  logger.info('handled');
  expect(lines).toEqual([expect.objectContaining({ cold_start: true })]);
});

test('leaves stdout alone until the first line', () => {
  const stdout = vi.spyOn(process, 'stdout', 'get');
  logger.begin(invocation('first'), {});
  expect(stdout).not.toHaveBeenCalled();
  logger.info('handled');
  expect(stdout).toHaveBeenCalled();
});

const invocation = (awsRequestId: string) => ({ awsRequestId }) as Context;
