import { createPublicKey, generateKeyPairSync } from 'node:crypto';
import { GetPublicKeyCommand, KMSClient } from '@aws-sdk/client-kms';
import type { CloudFormationCustomResourceEvent } from 'aws-lambda';
import { mockClient } from 'aws-sdk-client-mock';
import { afterEach, expect, it, vi } from 'vitest';

vi.stubEnv('AWS_REGION', 'us-east-1');
const kms = mockClient(KMSClient);
const { handler } = await import('./handler.ts');

const { publicKey } = generateKeyPairSync('ec', { namedCurve: 'prime256v1' });
const put = vi.spyOn(globalThis, 'fetch').mockImplementation(async () => new Response());
afterEach(() => {
  put.mockClear();
  kms.reset();
});

const call = (RequestType: 'Create' | 'Update' | 'Delete') =>
  handler({
    RequestType,
    RequestId: 'request-1',
    StackId: 'stack-1',
    LogicalResourceId: 'ReadKey1',
    PhysicalResourceId: 'ReadKey1',
    ResponseURL: 'https://s3.example/answer?signature',
    ResourceProperties: { ServiceToken: 'arn', KeyId: 'key-1' },
  } as unknown as CloudFormationCustomResourceEvent);

function answered() {
  const [url, init] = put.mock.calls[0] ?? [];
  expect(url).toBe('https://s3.example/answer?signature');
  expect(init).toMatchObject({ method: 'PUT', headers: { 'content-type': '' } });
  return JSON.parse(String(init?.body));
}

it.each(['Create', 'Update'] as const)('answers %s with the public key as PEM', async (type) => {
  const PublicKey = publicKey.export({ type: 'spki', format: 'der' });
  kms.on(GetPublicKeyCommand, { KeyId: 'key-1' }).resolves({ PublicKey });
  await call(type);
  const { Data, ...answer } = answered();
  expect(answer).toEqual({
    Status: 'SUCCESS',
    RequestId: 'request-1',
    StackId: 'stack-1',
    LogicalResourceId: 'ReadKey1',
    PhysicalResourceId: 'ReadKey1',
  });
  expect(createPublicKey(Data.Pem).equals(publicKey)).toBe(true);
  expect(Data.Pem).toBe(publicKey.export({ type: 'spki', format: 'pem' }));
});

it('reports a failure at once, so that the deployment does not wait for an hour', async () => {
  vi.spyOn(process.stderr, 'write').mockReturnValue(true);
  kms.on(GetPublicKeyCommand).rejects(new Error('No such key.'));
  await call('Create');
  expect(answered()).toMatchObject({ Status: 'FAILED', Reason: expect.any(String) });
});

it('does nothing when the resource is deleted', async () => {
  await call('Delete');
  expect(answered()).toMatchObject({ Status: 'SUCCESS' });
  expect(kms.calls()).toEqual([]);
});
