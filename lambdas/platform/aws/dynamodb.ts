import { DynamoDBClient, TransactionConflictException } from '@aws-sdk/client-dynamodb';
import { DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb';
import { answersWithin } from './timeouts.ts';

export function dynamodb(): DynamoDBDocumentClient {
  // For DynamoDB, the SDK tries four times.
  const client = new DynamoDBClient(answersWithin(2_000));
  // DynamoDB rejects a plain write of an item that is part of a running transaction. The SDK retries errors
  // that are marked as retryable.
  // https://docs.aws.amazon.com/amazondynamodb/latest/developerguide/transaction-apis.html#transaction-conflict-handling
  client.middlewareStack.add(
    (next) => async (request) => {
      try {
        return await next(request);
      } catch (error) {
        if (error instanceof TransactionConflictException) Object.assign(error, { $retryable: {} });
        throw error;
      }
    },
    { step: 'finalizeRequest', priority: 'low' },
  );
  return DynamoDBDocumentClient.from(client, { marshallOptions: { removeUndefinedValues: true } });
}
