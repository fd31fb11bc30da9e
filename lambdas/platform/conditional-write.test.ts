import { TransactionCanceledException } from '@aws-sdk/client-dynamodb';
import { DynamoDBDocumentClient, TransactWriteCommand } from '@aws-sdk/lib-dynamodb';
import { mockClient } from 'aws-sdk-client-mock';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { writeOrExplain, writeRecorded, writeTogether } from './conditional-write.ts';

const table = mockClient(DynamoDBDocumentClient);
const client = table as unknown as DynamoDBDocumentClient;
const canceledBy = (...codes: string[]) =>
  new TransactionCanceledException({
    message: 'Canceled.',
    $metadata: {},
    CancellationReasons: codes.map((Code) => ({ Code })),
  });

beforeEach(() => {
  table.reset();
});

describe('writeTogether', () => {
  it.each([[['None', 'ConditionalCheckFailed']], [['TransactionConflict', 'None']]])(
    'reports that a part has changed: %j',
    async (codes) => {
      table.on(TransactWriteCommand).rejects(canceledBy(...codes));
      expect(await writeTogether(client, [])).toBe(false);
    },
  );

  it('does not hide another reason', async () => {
    table.on(TransactWriteCommand).rejects(canceledBy('ConditionalCheckFailed', 'ThrottlingError'));
    await expect(writeTogether(client, [])).rejects.toThrow('Canceled.');
  });
});

describe('writeRecorded', () => {
  const write = () => writeRecorded(client, {}, {});

  it.each([
    ['repeated', ['ConditionalCheckFailed', 'ConditionalCheckFailed']],
    ['outdated', ['None', 'ConditionalCheckFailed']],
  ])('is %s when DynamoDB answers %j', async (outcome, codes) => {
    table.on(TransactWriteCommand).rejects(canceledBy(...codes));
    expect(await write()).toBe(outcome);
    expect(table.calls()).toHaveLength(1);
  });

  it.each(['TransactionConflict', 'ThrottlingError', 'ProvisionedThroughputExceeded'])(
    'tries again after a %s, each time after a pause',
    async (code) => {
      const canceled = canceledBy('None', code);
      table.on(TransactWriteCommand).rejectsOnce(canceled).rejectsOnce(canceled).resolves({});
      const pause = vi.fn(async () => {});
      expect(await writeOrExplain(client, [], { pause })).toBeUndefined();
      expect(pause.mock.calls).toEqual([[1], [2]]);
    },
  );

  it('throws after the last attempt, so that the caller can retry', async () => {
    table.on(TransactWriteCommand).rejects(canceledBy('TransactionConflict', 'None'));
    await expect(writeOrExplain(client, [], { maxAttempts: 1 })).rejects.toThrow('Canceled.');
  });

  it('reports any other reason at once', async () => {
    table.on(TransactWriteCommand).rejects(canceledBy('None', 'ValidationError'));
    await expect(write()).rejects.toThrow('Canceled.');
    expect(table.calls()).toHaveLength(1);
  });
});
