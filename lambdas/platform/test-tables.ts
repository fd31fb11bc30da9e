import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb';
import { afterAll, beforeAll } from 'vitest';
import { startDynamodb, type TableDescription } from '../../local/dynamodb/start-dynamodb.ts';

/** The local DynamoDB with these tables, for what only a database can show: conditions, and calls at the same time. */
export function testTables(...tables: TableDescription[]): DynamoDBDocumentClient {
  let dir: string;
  let service: Awaited<ReturnType<typeof startDynamodb>>;
  const client = new DynamoDBClient({
    endpoint: async () => {
      const { hostname, port } = new URL(service.endpoint);
      return { protocol: 'http:', hostname, port: Number(port), path: '/' };
    },
    region: 'us-east-1',
    credentials: { accessKeyId: 'local', secretAccessKey: 'local' },
  });

  beforeAll(async () => {
    dir = await mkdtemp(join(tmpdir(), 'lorewright-tables-'));
    service = await startDynamodb({ dir, tables });
  });
  afterAll(async () => {
    client.destroy();
    await service.stop();
    await rm(dir, { recursive: true });
  });
  return DynamoDBDocumentClient.from(client);
}
