import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { UpdateCommand } from '@aws-sdk/lib-dynamodb';
import { afterEach, expect, test, vi } from 'vitest';
import { dynamodb } from './dynamodb.ts';

/** A DynamoDB that fails this many times with this error. */
async function refusing(times: number, error: string) {
  let requests = 0;
  const server = createServer((_, response) => {
    requests += 1;
    const isRefused = requests <= times;
    const body = isRefused ? { __type: `com.amazonaws.dynamodb.v20120810#${error}`, message: 'No.' } : {};
    response.writeHead(isRefused ? 400 : 200, { 'content-type': 'application/x-amz-json-1.0' });
    response.end(JSON.stringify(body));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  afterEach(() => void server.close());
  vi.stubEnv('AWS_REGION', 'us-east-1');
  vi.stubEnv('AWS_ACCESS_KEY_ID', 'local');
  vi.stubEnv('AWS_SECRET_ACCESS_KEY', 'local');
  vi.stubEnv('AWS_ENDPOINT_URL_DYNAMODB', `http://127.0.0.1:${(server.address() as AddressInfo).port}`);
  return { count: () => requests };
}

const update = () => dynamodb().send(new UpdateCommand({ TableName: 'Users', Key: { userId: 'user-1' } }));

test('retries a write that conflicts with a transaction', async () => {
  const table = await refusing(1, 'TransactionConflictException');
  await update();
  expect(table.count()).toBe(2);
});

test('does not retry a write whose condition fails', async () => {
  const table = await refusing(1, 'ConditionalCheckFailedException');
  await expect(update()).rejects.toThrow();
  expect(table.count()).toBe(1);
});
