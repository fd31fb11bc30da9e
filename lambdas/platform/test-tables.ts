import { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb';
import { afterAll, beforeAll } from 'vitest';
import { isAnswerable } from '../../local/dynamodb/dynalite.ts';
import { type OpenDynamodb, openDynamodb } from '../../local/dynamodb/open-dynamodb.ts';
import type { TableDescription } from '../../local/dynamodb/start-dynamodb.ts';

/**
 * The local DynamoDB with these tables, for what only a database can show: conditions, and calls at the same time. It runs in this process
 * and in memory, and the client calls it without HTTP and without signing, which takes half the time.
 */
export function testTables(...tables: TableDescription[]): DynamoDBDocumentClient {
  let dynamodb: OpenDynamodb;
  beforeAll(async () => {
    dynamodb = await openDynamodb({ tables });
  });
  afterAll(() => dynamodb.close());
  const client = new DynamoDBClient({
    region: 'us-east-1',
    credentials: { accessKeyId: 'local', secretAccessKey: 'local' },
    signer: { sign: async (request) => request },
    requestHandler: { handle: (request: Request) => answer(dynamodb, request) },
  });
  return DynamoDBDocumentClient.from(client);
}

/** A request of the SDK, as far as it is read here. */
interface Request {
  headers: Record<string, string>;
  body?: Uint8Array;
}

async function answer(dynamodb: OpenDynamodb, { headers, body }: Request) {
  const operation = headers['x-amz-target']?.split('.').at(-1) ?? '';
  try {
    return respond(200, await dynamodb.run(operation, JSON.parse(new TextDecoder().decode(body))));
  } catch (error) {
    if (isAnswerable(error)) return respond(error.statusCode, error.body);
    throw error;
  }
}

function respond(statusCode: number, body: object) {
  return {
    response: {
      statusCode,
      headers: { 'content-type': 'application/x-amz-json-1.0' },
      body: new TextEncoder().encode(JSON.stringify(body)),
    },
  };
}
