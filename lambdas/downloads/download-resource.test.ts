import { KMSClient, SignCommand } from '@aws-sdk/client-kms';
import { HeadObjectCommand, NotFound, S3Client } from '@aws-sdk/client-s3';
import { DynamoDBDocumentClient, UpdateCommand } from '@aws-sdk/lib-dynamodb';
import { mockClient } from 'aws-sdk-client-mock';
import { beforeEach, expect, test, vi } from 'vitest';
import { exceedLimits } from '../platform/test-limits.ts';
import { send } from '../platform/test-request.ts';
import { compose } from './compose.ts';
import { downloadResource } from './download-resource.ts';

vi.stubEnv('SITE_URL', 'https://lorewright.example');
vi.stubEnv('AWS_ACCESS_KEY_ID', 'AKIATEST');
vi.stubEnv('AWS_SECRET_ACCESS_KEY', 'secret');
const s3 = mockClient(S3Client);
mockClient(KMSClient)
  .on(SignCommand)
  .resolves({ Signature: Buffer.from('signature') });
const tables = mockClient(DynamoDBDocumentClient);
vi.stubEnv('USER_POOL_ID', 'us-east-1_Pool');
const handler = downloadResource(compose());

const claims = { sub: 'user-1', token_use: 'access' };

beforeEach(() => {
  s3.reset();
  s3.on(HeadObjectCommand).resolves({});
  tables.reset();
  tables.on(UpdateCommand).resolves({});
});

test('returns a link with the name of the file to a signed-in user', async () => {
  const { statusCode, result } = await send(handler, {
    data: { file: 'story-structures/quest.json' },
    claims,
  });
  expect(statusCode).toBe(200);
  expect(result.fileName).toBe('quest.json');
  const url = new URL(result.url);
  expect(url.pathname).toBe('/resources/story-structures/quest.json');
  expect(url.searchParams.get('Signature')).toBe('c2lnbmF0dXJl');
});

test('returns no link without a sign-in', async () => {
  expect(await send(handler, { data: { file: 'tutorial-project.json' } })).toMatchObject({ statusCode: 401 });
});

test.each(['../releases/live.json', 'story-structures/../../x.json', 'a.exe', '', '/a.json', 'A.json'])(
  'refuses %j, which is no resource',
  async (file) => {
    expect(await send(handler, { data: { file }, claims })).toMatchObject({ statusCode: 400 });
    expect(s3.calls()).toEqual([]);
  },
);

test('refuses more files than an account may ask for', async () => {
  exceedLimits(tables);
  const refused = await send(handler, { data: { file: 'story-structures/quest.json' }, claims });
  expect(refused).toMatchObject({
    statusCode: 429,
    error: { message: expect.stringMatching(/^You have started too many downloads\. Try again in/) },
  });
});

test('answers not-found to a file that does not exist', async () => {
  s3.on(HeadObjectCommand).rejects(new NotFound({ message: 'No.', $metadata: {} }));
  expect(await send(handler, { data: { file: 'gone.json' }, claims })).toMatchObject({ statusCode: 404 });
});
