import { TransactionCanceledException } from '@aws-sdk/client-dynamodb';
import { DynamoDBDocumentClient, TransactWriteCommand } from '@aws-sdk/lib-dynamodb';
import { mockClient } from 'aws-sdk-client-mock';
import { beforeEach, describe, expect, it } from 'vitest';
import { writeTogether } from './conditional-write.ts';

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
