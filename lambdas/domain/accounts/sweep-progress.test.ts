import { GetCommand } from '@aws-sdk/lib-dynamodb';
import { beforeEach, describe, expect, it } from 'vitest';
import { testSiteTables } from '../../platform/test-site-tables.ts';
import {
  type SweepProgress,
  type SweepProgressStore,
  SweepTakenOver,
  sweepProgressStore,
} from './sweep-progress.ts';

const { client, names } = testSiteTables('Limits');
let store: SweepProgressStore;
/** The first position of a new round. */
let started: SweepProgress;

beforeEach(async () => {
  store = sweepProgressStore(client, names.Limits);
  started = {
    startedAt: '2026-01-01T00:00:00.500Z',
    list: 'records',
    maxDeletions: 5,
    candidates: ['user-1'],
    version: (await store.read())?.version ?? 0,
  };
});

describe('sweepProgressStore', () => {
  it('returns what it stores, and counts the writes', async () => {
    const first = await store.keep({ ...started, after: { userId: 'user-1' }, hasFailed: true });
    expect(first).toEqual({
      ...started,
      after: { userId: 'user-1' },
      hasFailed: true,
      version: started.version + 1,
    });
    expect(await store.read()).toEqual(first);
    const second = await store.keep({ ...first, list: 'done', after: undefined, hasFailed: undefined });
    expect(second).toEqual({ ...started, list: 'done', version: started.version + 2 });
    expect(await store.read()).toEqual(second);
  });

  it('refuses to overwrite the progress of another run', async () => {
    const others = await store.keep(started);
    await expect(store.keep({ ...started, list: 'done' })).rejects.toThrow(SweepTakenOver);
    expect(await store.read()).toEqual(others);
  });

  it('lets DynamoDB remove the progress three days after the beginning of the round', async () => {
    await store.keep(started);
    const { Item } = await client.send(
      new GetCommand({ TableName: names.Limits, Key: { id: 'sweepAccounts' } }),
    );
    expect(Item?.expiration).toBe(Date.parse('2026-01-04T00:00:00Z') / 1000);
  });

  it('throws every other error of DynamoDB', async () => {
    const error = await sweepProgressStore(client, 'Missing')
      .keep(started)
      .catch((thrown: unknown) => thrown);
    expect(error).toMatchObject({ name: 'ResourceNotFoundException' });
  });
});
