import {
  AdminGetUserCommand,
  CognitoIdentityProviderClient,
  GetUserCommand,
  ListWebAuthnCredentialsCommand,
  UserNotFoundException,
} from '@aws-sdk/client-cognito-identity-provider';
import { DynamoDBDocumentClient, GetCommand, QueryCommand, UpdateCommand } from '@aws-sdk/lib-dynamodb';
import { mockClient } from 'aws-sdk-client-mock';
import { beforeEach, expect, test, vi } from 'vitest';
import { storedData } from '../../contract/records/stored-data.ts';
import { newUser } from '../domain/users/new-user.ts';
import { exceedLimits } from '../platform/test-limits.ts';
import { send } from '../platform/test-request.ts';
import { compose } from './compose.ts';
import { exportMyData as operation } from './export-my-data.ts';

vi.stubEnv('USER_POOL_ID', 'pool');
const table = mockClient(DynamoDBDocumentClient);
const pool = mockClient(CognitoIdentityProviderClient);
const handler = operation(compose());

const record = newUser('user-1', 'ana@example.test', new Date('2025-09-01T10:00:00Z'));
const visible = {
  ...record,
  checkout: { sessionId: 'cs_1', fingerprint: 'f' },
  referralCode: 'ana-2025',
  reportedSecurity: { version: 1, hasApp: true, passkeyIds: ['a'], recoveryCodes: { id: 'set-1', left: 2 } },
};
const stored = {
  ...visible,
  recoveryCodes: {
    id: 'set-1',
    hashes: ['secret', 'other'],
    createdAt: '2025-09-01T11:00:00.000Z',
  },
};
const feedback = {
  feedbackId: 'feedback-1',
  userId: 'user-1',
  type: 'An idea',
  content: 'More islands.',
  timestamp: '2025-09-02T10:00:00.000Z',
  comments: [{ answerId: 'answer-1', at: '2025-09-02T10:00:00.000Z', actorId: 'admin-1', text: 'Nice.' }],
  state: 'answered',
};
const order = {
  orderId: 'cs_1',
  priceId: 'price_1',
  amountInCents: 4900,
  amountRefundedInCents: 0,
  currency: 'usd',
  status: 'paid',
  paymentIntentId: 'pi_1',
  termsVersion: '2025-06-13',
  createdAt: '2025-09-03T10:00:00.000Z',
  version: 1,
  history: [{ at: '2025-09-03T10:00:00.000Z', status: 'paid', amountRefundedInCents: 0, cause: 'evt_1' }],
};
const { actorId, ...publicNote } = {
  auditId: 'a-1',
  at: '2025-09-04T10:00:00.000Z',
  actorId: 'admin-1',
  action: 'note',
  outcome: 'done',
  personId: 'user-1',
  reason: 'A note.',
  requestId: 'r-1',
};
const note = { ...publicNote, actorId };
const mail = { mailId: 'mail-1', at: '2025-09-01T10:00:00.000Z', subject: 'Welcome', outcome: 'delivered' };
const conversions = [
  {
    code: 'ana-2025',
    sortKey: 'conversion#cs_of_bea',
    licensedAt: '2025-09-05T10:00:00Z',
    isLicensed: true,
  },
  {
    code: 'ana-2025',
    sortKey: 'conversion#cs_of_cleo',
    licensedAt: '2025-09-06T10:00:00Z',
    isLicensed: false,
  },
];
const exportMyData = (data = {}) =>
  send(handler, {
    data,
    claims: { sub: 'user-1', token_use: 'access', 'cognito:groups': '[paid]' },
    headers: { authorization: 'Bearer access-token' },
  });

const passedOnAt = '2025-09-10T10:00:00.000Z';
/** A license that the person got from somebody else. */
const held = {
  ...order,
  orderId: 'cs_held',
  userId: 'user-1',
  buyerId: 'user-secret',
  passedOnAt,
  status: 'paid',
  amountInCents: 4900,
  invoiceId: 'in_secret',
  receiptUrl: 'https://stripe.test/secret',
  licenseFile: 'my.license.file',
  version: 4,
};
/** A purchase whose license the person passed on. */
const bought = {
  ...order,
  orderId: 'cs_bought',
  userId: 'user-secret',
  buyerId: 'user-1',
  passedOnAt,
  licenseFile: 'secret.license.file',
  reissues: { count: 1, at: passedOnAt, requestId: 'secret' },
};

beforeEach(() => {
  table.reset();
  table.on(UpdateCommand, { TableName: 'Limits' }).resolves({});
  const offer = { userId: 'user-1', email: 'ben@example.test', expiration: 4_102_444_800 };
  table.on(GetCommand, { TableName: 'Limits', Key: { id: 'passOn#cs_held' } }).resolves({ Item: offer });
  table.on(GetCommand, { TableName: 'Users', Key: { userId: 'user-1' } }).resolves({ Item: stored });
  const own = {
    ExpressionAttributeNames: { '#key': 'userId' },
    ExpressionAttributeValues: { ':key': 'user-1' },
  };
  table.on(QueryCommand, { TableName: 'Audit' }).resolves({ Items: [note] });
  table.on(QueryCommand, { TableName: 'MailLog' }).resolves({ Items: [] });
  table
    .on(QueryCommand, { TableName: 'MailLog', ExpressionAttributeValues: { ':key': 'user-1' } })
    .resolves({ Items: [{ ...mail, personKey: 'user-1', expiration: 1 }] });
  table.on(QueryCommand, { TableName: 'Feedback', ...own }).resolves({ Items: [feedback] });
  table
    .on(QueryCommand, { TableName: 'Orders', ...own })
    .resolves({ Items: [{ ...order, userId: 'user-1' }, held] });
  table.on(QueryCommand, { TableName: 'Orders', IndexName: 'byBuyer' }).resolves({ Items: [bought] });
  table
    .on(QueryCommand, { TableName: 'Referrals', ExpressionAttributeValues: { ':value': 'ana-2025' } })
    .resolves({
      Items: [
        { code: 'ana-2025', sortKey: 'owner', userId: 'user-1' },
        { code: 'ana-2025', sortKey: 'day#2025-09-04', impressions: 3, signUps: 1 },
        ...conversions,
      ],
    });
  pool.reset();
  pool.on(GetUserCommand, { AccessToken: 'access-token' }).resolves({
    Username: 'user-1',
    UserMFASettingList: ['SOFTWARE_TOKEN_MFA'],
    UserAttributes: [
      { Name: 'sub', Value: 'user-1' },
      { Name: 'email', Value: 'ana@example.test' },
      { Name: 'email_verified', Value: 'true' },
    ],
  });
  pool.on(ListWebAuthnCredentialsCommand, { AccessToken: 'access-token' }).resolves({
    Credentials: [{ CredentialId: 'a', CreatedAt: new Date('2025-09-01T10:30:00Z') } as never],
  });
  pool.on(AdminGetUserCommand, { UserPoolId: 'pool', Username: 'user-1' }).resolves({
    Username: 'user-1',
    Enabled: true,
    UserStatus: 'CONFIRMED',
    UserCreateDate: new Date('2025-09-01T09:58:00Z'),
    UserLastModifiedDate: new Date('2025-09-01T10:00:00Z'),
  });
});

test('returns all data about the caller', async () => {
  const { statusCode, result } = await exportMyData();
  expect(statusCode).toBe(200);
  // It is not parsed before it is sent, so it must not contain more than the schema.
  expect(JSON.stringify(result)).not.toContain('secret');
  expect(storedData.parse(result)).toEqual({
    exportedAt: expect.stringMatching(/^\d{4}-/),
    account: { sub: 'user-1', email: 'ana@example.test', email_verified: 'true', groups: 'paid' },
    accountState: {
      createdAt: '2025-09-01T09:58:00.000Z',
      lastChangedAt: '2025-09-01T10:00:00.000Z',
      status: 'CONFIRMED',
      isEnabled: true,
      isEmailVerified: true,
    },
    hasSecondFactor: true,
    passkeys: [{ id: 'a', createdAt: '2025-09-01T10:30:00.000Z' }],
    user: { ...visible, recoveryCodesLeft: 2, recoveryCodesCreatedAt: '2025-09-01T11:00:00.000Z' },
    feedback: [
      { ...feedback, comments: [{ answerId: 'answer-1', at: '2025-09-02T10:00:00.000Z', text: 'Nice.' }] },
    ],
    team: [publicNote],
    referrals: [{ month: '2025-09', impressions: 3, signUps: 1, licenses: 1 }],
    conversions: [
      { licensedAt: '2025-09-05T10:00:00Z', isLicensed: true },
      { licensedAt: '2025-09-06T10:00:00Z', isLicensed: false },
    ],
    emails: [mail],
    orders: [
      { ...order, userId: 'user-1' },
      {
        orderId: 'cs_held',
        userId: 'user-1',
        source: 'gift',
        priceId: order.priceId,
        termsVersion: order.termsVersion,
        amountInCents: 0,
        amountRefundedInCents: 0,
        currency: 'usd',
        status: 'free',
        createdAt: passedOnAt,
        licensedAt: passedOnAt,
        passedOnAt,
        licenseFile: 'my.license.file',
        version: 4,
        history: [{ at: passedOnAt, status: 'free', amountRefundedInCents: 0, cause: 'passOn' }],
        offeredTo: { email: 'ben@example.test', until: '2100-01-01T00:00:00.000Z' },
      },
      { ...order, orderId: 'cs_bought', buyerId: 'user-1' },
    ],
  });
});

test('contains nothing about orders of other users', async () => {
  expect(JSON.stringify(await exportMyData())).not.toMatch(/cs_of_/);
});

test('asks for a sign-in when the account is deleted during the export', async () => {
  pool.on(AdminGetUserCommand).rejects(new UserNotFoundException({ message: 'gone', $metadata: {} }));
  expect(await exportMyData()).toMatchObject({ statusCode: 401, error: { status: 'unauthenticated' } });
});

test('reads no referrals of a user without a code', async () => {
  table.on(GetCommand, { TableName: 'Users', Key: { userId: 'user-1' } }).resolves({ Item: record });
  expect((await exportMyData()).result).toMatchObject({ user: record, referrals: [], conversions: [] });
});

test('counts the pages after the first one for another limit', async () => {
  await exportMyData();
  await exportMyData({ cursor: '{"orders":"{}"}' });
  const [first, second] = table.commandCalls(UpdateCommand).map(({ args: [{ input }] }) => input.Key?.id);
  expect(first).toMatch(/^exportMyData#/);
  expect(second).toMatch(/^exportMyDataPage#/);
});

test('refuses an export above the limit', async () => {
  exceedLimits(table);
  expect(await exportMyData()).toMatchObject({
    statusCode: 429,
    error: { status: 'resource-exhausted', details: { retryAfterSeconds: expect.any(Number) } },
  });
  expect([...table.commandCalls(QueryCommand), ...pool.calls()]).toEqual([]);
});
