import { TransactionCanceledException } from '@aws-sdk/client-dynamodb';
import { DynamoDBDocumentClient, TransactWriteCommand } from '@aws-sdk/lib-dynamodb';
import { mockClient } from 'aws-sdk-client-mock';
import { beforeEach, describe, expect, it } from 'vitest';
import { writeRecorded, writeTogether } from './conditional-write.ts';

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

  it('tries again after a conflict with another transaction', async () => {
    table.on(TransactWriteCommand).rejectsOnce(canceledBy('None', 'TransactionConflict')).resolves({});
    expect(await write()).toBe('written');
  });

  it('reports any other reason at once', async () => {
    table.on(TransactWriteCommand).rejects(canceledBy('None', 'ValidationError'));
    await expect(write()).rejects.toThrow('Canceled.');
    expect(table.calls()).toHaveLength(1);
  });
});
