import { GetObjectCommand, S3Client } from '@aws-sdk/client-s3';
import type { Context } from 'aws-lambda';
import { mockClient } from 'aws-sdk-client-mock';
import { beforeEach, expect, test, vi } from 'vitest';
import { manifestOf } from '../../domain/releases/test-release.ts';
import { fromDistribution } from '../../platform/test-request.ts';

vi.stubEnv('BUILDS_BUCKET', 'builds');
vi.stubEnv('AWS_REGION', 'us-east-1');
vi.stubEnv('AWS_ACCESS_KEY_ID', 'AKIATEST');
vi.stubEnv('AWS_SECRET_ACCESS_KEY', 'secret');
const s3 = mockClient(S3Client);
const { handler } = await import('./handler.ts');

const file = { version: '1.2.0', platform: 'mac-arm64', fileName: 'App-1.2.0-mac-arm64.zip' };
const signedIn = { sub: 'user-1', token_use: 'access' };
const ask = (pathParameters: object, claims?: object) =>
  handler(
    {
      headers: fromDistribution,
      requestContext: { authorizer: { jwt: { claims } } },
      pathParameters,
    } as never,
    {} as Context,
  );

beforeEach(() => {
  s3.reset();
  const record = { releases: { '1.2.0': { manifest: manifestOf('1.2.0'), objects: {} } } };
  s3.on(GetObjectCommand).resolves({
    Body: { transformToString: async () => JSON.stringify(record) },
  } as never);
});

test('redirects an updater with an access token to the file', async () => {
  const { statusCode, headers } = await ask(file, signedIn);
  expect(statusCode).toBe(302);
  expect(headers).toMatchObject({ 'cache-control': 'no-store' });
  expect(headers?.location).toMatch(
    /\/releases\/1\.2\.0\/mac-arm64\/App-1\.2\.0-mac-arm64\.zip\?.*X-Amz-Signature=/,
  );
});

test.each([
  ['no token', file, undefined, 401],
  ['an unknown platform', { ...file, platform: 'linux-x64' }, signedIn, 400],
  ['a version that leaves its folder', { ...file, version: '..' }, signedIn, 400],
  ['another file', { ...file, fileName: 'release.json' }, signedIn, 404],
])('rejects %s', async (_, asked, claims, status) => {
  const { statusCode, headers } = await ask(asked, claims);
  expect(statusCode).toBe(status);
  expect(headers?.location).toBeUndefined();
});
