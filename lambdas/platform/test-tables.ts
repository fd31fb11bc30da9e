import { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb';
import { afterAll } from 'vitest';
import { startDynamodb, type TableDescription } from '../../local/dynamodb/start-dynamodb.ts';
import { testService } from './test-service.ts';

/** The local DynamoDB with these tables, for what only a database can show: conditions, and calls at the same time. */
export function testTables(...tables: TableDescription[]): DynamoDBDocumentClient {
  const client = new DynamoDBClient(testService((dir) => startDynamodb({ dir, tables })));
  // Before the service stops, which waits for connections: hooks run in the opposite order.
  afterAll(() => client.destroy());
  return DynamoDBDocumentClient.from(client);
}
