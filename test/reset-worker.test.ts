import { SendMessageCommand, SQSClient } from '@aws-sdk/client-sqs';
import { mockClient } from 'aws-sdk-client-mock';
import { describe, expect, test, vi } from 'vitest';
import { resetWorker } from './reset-worker.ts';

describe('resetWorker', () => {
  test('restores the clients that a file has replaced', () => {
    const { send } = SQSClient.prototype;
    mockClient(SQSClient).on(SendMessageCommand).resolves({});
    expect(SQSClient.prototype.send).not.toBe(send);
    resetWorker();
    expect(SQSClient.prototype.send).toBe(send);
  });

  test('restores the environment, whether it was stubbed or assigned', () => {
    vi.stubEnv('POWERTOOLS_LOG_LEVEL', 'DEBUG');
    process.env.DISTRIBUTION_SECRET = 'changed';
    process.env.LEFT_BY_A_TEST = 'yes';
    resetWorker();
    expect(process.env).toMatchObject({
      POWERTOOLS_LOG_LEVEL: 'SILENT',
      DISTRIBUTION_SECRET: 's'.repeat(64),
    });
    expect(process.env.LEFT_BY_A_TEST).toBeUndefined();
  });

  test('restores globals, clocks and spied methods', () => {
    const { fetch, setTimeout } = globalThis;
    const { now } = Date;
    vi.stubGlobal('fetch', vi.fn());
    vi.spyOn(Math, 'random').mockReturnValue(0.5);
    vi.useFakeTimers();
    resetWorker();
    expect(globalThis.fetch).toBe(fetch);
    expect(globalThis.setTimeout).toBe(setTimeout);
    expect(Date.now).toBe(now);
    expect(vi.isMockFunction(Math.random)).toBe(false);
  });

  test('drops our modules, so that a handler reads the environment again', async () => {
    const before = await import('../settings.ts');
    resetWorker();
    expect(await import('../settings.ts')).not.toBe(before);
  });
});
