import type { IncomingMessage, ServerResponse } from 'node:http';
import { listen } from '../../server/listen.ts';
import { type Attributes, DynamodbError, isAnswerable } from './dynalite.ts';
import type { TableDescription } from './ensure-tables.ts';
import { type OpenDynamodb, openDynamodb } from './open-dynamodb.ts';

export type { TableDescription };

/** https://docs.aws.amazon.com/amazondynamodb/latest/developerguide/ServiceQuotas.html */
const maximumRequestBytes = 16 * 1024 * 1024;

/**
 * Serves DynamoDB on 127.0.0.1.
 * @param options.dir the folder of the tables; without it, they are in memory
 * @throws Error when another process has the folder open
 */
export async function startDynamodb(options: {
  dir?: string;
  tables: TableDescription[];
}): Promise<{ endpoint: string; stop(): Promise<void> }> {
  const dynamodb = await openDynamodb(options);
  const { server, endpoint } = await listen((request, response) => void answer(dynamodb, request, response));
  return {
    endpoint,
    async stop() {
      const closed = new Promise((resolve) => server.close(resolve));
      server.closeIdleConnections();
      await closed;
      await dynamodb.close();
    },
  };
}

async function answer(
  dynamodb: OpenDynamodb,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  try {
    const name = /^DynamoDB_20120810\.(\w+)$/.exec(String(request.headers['x-amz-target']))?.[1] ?? '';
    send(response, 200, await dynamodb.run(name, await readJsonObject(request)));
  } catch (error) {
    if (isAnswerable(error)) return send(response, error.statusCode, error.body);
    console.error(error);
    send(response, 500, {
      __type: 'com.amazonaws.dynamodb.v20120810#InternalServerError',
      message: 'The local DynamoDB failed. See the error in its terminal.',
    });
  }
}

async function readJsonObject(request: IncomingMessage): Promise<Attributes> {
  const chunks: Buffer[] = [];
  let bytes = 0;
  for await (const chunk of request) {
    bytes += chunk.length;
    if (bytes <= maximumRequestBytes) chunks.push(chunk);
  }
  if (bytes > maximumRequestBytes) {
    throw new DynamodbError('ValidationException', 'The request is larger than 16 MB');
  }
  try {
    const body = JSON.parse(Buffer.concat(chunks).toString());
    if (typeof body === 'object' && body !== null && !Array.isArray(body)) return body;
  } catch {
    // Falls through to the same error as other JSON.
  }
  throw new DynamodbError('SerializationException', 'The request is not a JSON object');
}

function send(response: ServerResponse, status: number, body: object): void {
  const text = JSON.stringify(body);
  response.writeHead(status, {
    'content-type': 'application/x-amz-json-1.0',
    'content-length': Buffer.byteLength(text),
  });
  response.end(text);
}
