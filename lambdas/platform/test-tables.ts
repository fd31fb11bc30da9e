import { randomUUID } from 'node:crypto';
import { CreateTableCommand, type CreateTableCommandInput, DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb';
import { afterAll, beforeAll } from 'vitest';
import { type OpenDynamodb, openDynamodb } from '../../local/fakes/dynamodb/open-dynamodb.ts';
import type { TableDescription } from '../../local/fakes/dynamodb/start-dynamodb.ts';
import { testDynamodb } from './test-dynamodb.ts';

/**
 * These tables in the local DynamoDB, in memory, for tests of conditions and concurrent calls. With
 * `npm run conformance:dynamodb`, the tables are in DynamoDB Local instead.
 */
export function testTables(...tables: TableDescription[]): DynamoDBDocumentClient {
  const endpoint = process.env.DYNAMODB_LOCAL_URL;
  if (endpoint) return tablesAt(endpoint, tables);
  let dynamodb: OpenDynamodb;
  beforeAll(async () => {
    dynamodb = await openDynamodb({ tables });
  });
  afterAll(() => dynamodb.close());
  return testDynamodb(() => dynamodb);
}

function tablesAt(endpoint: string, tables: TableDescription[]): DynamoDBDocumentClient {
  // DynamoDB Local has a database for each access key.
  const credentials = { accessKeyId: randomUUID().replaceAll('-', ''), secretAccessKey: 'local' };
  const client = new DynamoDBClient({ endpoint, region: 'us-east-1', credentials });
  beforeAll(async () => {
    for (const { name, keySchema, attributeDefinitions, globalSecondaryIndexes = [] } of tables)
      await client.send(
        new CreateTableCommand({
          TableName: name,
          KeySchema: keySchema,
          AttributeDefinitions: attributeDefinitions,
          ...(globalSecondaryIndexes.length > 0 ? { GlobalSecondaryIndexes: globalSecondaryIndexes } : {}),
          BillingMode: 'PAY_PER_REQUEST',
        } as CreateTableCommandInput),
      );
  });
  return DynamoDBDocumentClient.from(client);
}
