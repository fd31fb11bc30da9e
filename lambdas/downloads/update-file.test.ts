import { createHash, generateKeyPairSync, sign } from 'node:crypto';
import { ConditionalCheckFailedException } from '@aws-sdk/client-dynamodb';
import { KMSClient, SignCommand } from '@aws-sdk/client-kms';
import { GetObjectCommand, S3Client } from '@aws-sdk/client-s3';
import { DynamoDBDocumentClient, GetCommand, UpdateCommand } from '@aws-sdk/lib-dynamodb';
import type { Context } from 'aws-lambda';
import { mockClient } from 'aws-sdk-client-mock';
import { beforeEach, expect, it, vi } from 'vitest';
import { claimsOf, signLicense } from '../domain/licenses/sign-license.ts';
import { rateLimits } from '../domain/limits/rate-limits.ts';
import { liveReleaseOf, manifestOf } from '../domain/releases/test-release.ts';
import { exceedLimits } from '../platform/test-limits.ts';
import { fromDistribution } from '../platform/test-request.ts';
import { compose } from './compose.ts';
import { updateFile } from './update-file.ts';

vi.hoisted(() => vi.stubEnv('POWERTOOLS_LOG_LEVEL', 'DEBUG'));
const environment = {
  AWS_ACCESS_KEY_ID: 'AKIATEST',
  AWS_REGION: 'us-east-1',
  AWS_SECRET_ACCESS_KEY: 'secret',
  BUILDS_BUCKET: 'builds',
  DOWNLOAD_KEY_ID: 'key-1',
  DOWNLOAD_KEY_PAIR_ID: 'K1',
  LICENSE_ISSUER: 'lorewright-prod',
  LIMITS_TABLE: 'Limits',
  ORDERS_TABLE: 'Orders',
  SITE_BUCKET: 'site',
  SITE_URL: 'https://lorewright.example',
  USER_POOL_CLIENT_ID: 'web',
  USER_POOL_ID: 'us-east-1_Pool',
  USERS_TABLE: 'Users',
};
for (const [name, value] of Object.entries(environment)) vi.stubEnv(name, value);
const s3 = mockClient(S3Client);
mockClient(KMSClient)
  .on(SignCommand)
  .resolves({ Signature: Buffer.from('signature') });
const tables = mockClient(DynamoDBDocumentClient);
const handler = updateFile(compose());

const { privateKey, publicKey } = generateKeyPairSync('ed25519');
const jwk = { ...publicKey.export({ format: 'jwk' }), kid: 'key-1', alg: 'EdDSA', use: 'sig' };
const license = await signLicense(
  claimsOf({
    siteName: 'lorewright-prod',
    order: { orderId: 'cs_1', amountInCents: 0, licensedAt: '2026-11-20T10:00:00.000Z' },
    holder: { userId: 'user-1', email: 'ana@example.test', displayName: 'Ana' },
  }),
  { keyId: 'key-1', sign: async (message) => sign(null, message, privateKey) },
);
const holding = (content: unknown) =>
  ({ Body: { transformToString: async () => JSON.stringify(content) } }) as never;
const record = { releases: { '1.2.0': liveReleaseOf(manifestOf('1.2.0')) } };
const existingFile = { version: '1.2.0', platform: 'win-x64', fileName: 'App-1.2.0.exe' };

/** Everything that the function logs during a test, as CloudWatch gets it. */
let log: string;

beforeEach(() => {
  tables.reset();
  tables.on(GetCommand, { TableName: 'Orders' }).resolves({
    Item: { orderId: 'cs_1', userId: 'user-1', status: 'free' },
  });
  tables.on(UpdateCommand).resolves({});
  s3.reset();
  s3.on(GetObjectCommand, { Key: 'releases/live.json' }).resolves(holding(record));
  s3.on(GetObjectCommand, { Bucket: 'site' }).resolves(holding({ keys: [jwk] }));
  log = '';
  for (const stream of [process.stdout, process.stderr]) {
    vi.spyOn(stream, 'write').mockImplementation((text) => {
      log += text;
      return true;
    });
  }
  return () => vi.restoreAllMocks();
});

async function ask(authorization: string | undefined, pathParameters: object = existingFile) {
  const headers = { ...fromDistribution, ...(authorization === undefined ? {} : { authorization }) };
  const request = { headers, pathParameters, requestContext: {} };
  const {
    statusCode,
    headers: answered = {},
    body = '',
  } = await handler(request as never, { awsRequestId: 'request-1' } as Context);
  return { statusCode, location: String(answered.location), ...(body ? JSON.parse(body) : {}) };
}

const hashOf = (who: string) => createHash('sha256').update(who).digest('base64url');
const updates = () => tables.commandCalls(UpdateCommand).map(({ args }) => args[0].input);
/** The limits that a request uses. */
const counted = () =>
  updates().flatMap(({ Key: key }) => (key?.id && !key.id.startsWith('countedUpdate#') ? [key.id] : []));
const countedUpdates = () =>
  updates()
    .filter(({ TableName: name }) => name === 'Downloads')
    .map(({ Key: key }) => key);

it('counts an update once a day for each license and version, without the person', async () => {
  await ask(`License ${license}`);
  tables
    .on(UpdateCommand)
    .callsFake(({ Key: key }) =>
      key.id?.startsWith('countedUpdate#')
        ? Promise.reject(new ConditionalCheckFailedException({ message: 'No.', $metadata: {} }))
        : {},
    );
  expect((await ask(`License ${license}`)).statusCode).toBe(302);
  expect(countedUpdates()).toEqual([
    { version: '1.2.0', sortKey: expect.stringMatching(/^update#\d{4}-\d\d-\d\d$/) },
  ]);
});

it('redirects the holder of a license to the file, and counts by file and by license', async () => {
  const { statusCode, location } = await ask(`License ${license}`);
  expect(statusCode).toBe(302);
  expect(location).toMatch(
    /^https:\/\/lorewright\.example\/releases\/1\.2\.0\/win-x64\/App-1\.2\.0\.exe\?.*&Signature=c2lnbmF0dXJl&/,
  );
  const file = createHash('sha256').update(license).digest('base64url');
  expect(counted()).toEqual([
    expect.stringMatching(new RegExp(`^updateFile#\\d+#${hashOf(file)}$`)),
    expect.stringMatching(new RegExp(`^updateFileOfLicense#\\d+#${hashOf('cs_1')}$`)),
  ]);
});

it('refuses a file that is used too often, and does not count it for its license', async () => {
  exceedLimits(tables);
  expect(await ask(`License ${license}`)).toMatchObject({ statusCode: 429 });
  expect(counted()).toEqual([expect.stringMatching(/^updateFile#/)]);
  expect(rateLimits.updateFileOfLicense.calls).toBeGreaterThan(2 * rateLimits.updateFile.calls);
});

it('refuses more updates than the limit allows, and says when to try again', async () => {
  exceedLimits(tables);
  expect(await ask(`License ${license}`)).toMatchObject({
    statusCode: 429,
    error: {
      status: 'resource-exhausted',
      message: expect.stringContaining(rateLimits.updateFile.refusal),
    },
  });
});

it.each([
  ['without a header', undefined],
  ['with a password', 'Basic YW5hOnBhc3N3b3Jk'],
  ['with a damaged license', `License ${license.slice(0, -1)}`],
])('answers 401 %s, and counts nothing', async (_, authorization) => {
  expect(await ask(authorization)).toMatchObject({ statusCode: 401, error: { status: 'unauthenticated' } });
  expect(tables.calls()).toEqual([]);
});

it('answers 403 for a revoked license, and counts nothing', async () => {
  tables.on(GetCommand, { TableName: 'Orders' }).resolves({
    Item: { orderId: 'cs_1', userId: 'user-1', status: 'refunded' },
  });
  expect(await ask(`License ${license}`)).toMatchObject({
    statusCode: 403,
    error: { status: 'permission-denied' },
  });
  expect(counted()).toEqual([]);
});

it.each([
  ['an unknown platform', { ...existingFile, platform: 'linux' }, 400],
  ['no file', undefined, 400],
  ['a file that no release has', { ...existingFile, fileName: 'Other.exe' }, 404],
])('answers a license that asks for %s', async (_, file, status) => {
  expect(await ask(`License ${license}`, file ?? {})).toMatchObject({ statusCode: status });
});

it('never logs the license, whatever happens', async () => {
  await ask(`License ${license}`);
  await ask(`License ${license.slice(0, -1)}`);
  await ask(`Bearer ${license}`);
  await ask(`Basic ${license}`);
  tables.on(GetCommand).rejects(new Error('The table does not answer.'));
  expect(await ask(`License ${license}`)).toMatchObject({ statusCode: 500 });
  s3.on(GetObjectCommand).rejects(new Error('The bucket does not answer.'));
  await ask(`License ${license}`);
  expect(log).toContain('The table does not answer.');
  for (const part of license.split('.')) expect(log).not.toContain(part.slice(0, 20));
  expect(log).not.toContain('ana@example.test');
});
