import type { DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb';
import { afterAll, beforeAll } from 'vitest';
import { type OpenDynamodb, openDynamodb } from '../../local/fakes/dynamodb/open-dynamodb.ts';
import type { TableDescription } from '../../local/fakes/dynamodb/start-dynamodb.ts';
import { testDynamodb } from './test-dynamodb.ts';
import { recordRequests } from './test-request-recorder.ts';

/** The local DynamoDB with these tables, in memory, for tests of conditions and concurrent calls. */
export function testTables(...tables: TableDescription[]): DynamoDBDocumentClient {
  let dynamodb: OpenDynamodb;
  beforeAll(async () => {
    dynamodb = await openDynamodb({ tables });
    const folder = process.env.RECORDED_REQUESTS;
    if (folder) dynamodb = recordRequests(dynamodb, { tables, folder });
  });
  afterAll(() => dynamodb.close());
  return testDynamodb(() => dynamodb);
}
