import { randomUUID } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { DeleteCommand, DynamoDBDocumentClient, UpdateCommand } from '@aws-sdk/lib-dynamodb';
import { describe, expect, test, vi } from 'vitest';
import { storedData } from '../../contract/records/stored-data.ts';
import { type LocalEndpoints, localClient } from '../../scripts/commands/stage/connect.ts';
import { askUserPool } from '../ask-user-pool.ts';
import { pay } from '../pay.ts';
import {
  callOperation,
  codeFor,
  mailsTo,
  type Person,
  password,
  readSettings,
  registerPerson,
} from '../person.ts';
import { exceptUpdates } from '../unsubscribe-links.ts';
import { deletionEmailsTo, isInUserPool, registerCustomer, tablesWithDataOf } from './customer.ts';
import { forgeToken } from './forge-token.ts';
import {
  checkoutRequest,
  cloud,
  countDeadLetters,
  readTable,
  readTables,
  siteUrl,
  waitUntilQuiet,
} from './site.ts';

const inTime = { timeout: 15_000 };

/** Backdates each user record by two hours, and lets the sweep start a new round. */
async function backdateRecords(...people: Person[]): Promise<void> {
  const { dynamodbEndpoint } = JSON.parse(
    await readFile(join(cloud.dir, 'endpoints.json'), 'utf8'),
  ) as LocalEndpoints;
  const dynamodb = DynamoDBDocumentClient.from(new DynamoDBClient(localClient(dynamodbEndpoint)));
  const createdAt = new Date(Date.now() - 2 * 60 * 60 * 1000).toISOString();
  for (const { userId } of people) {
    await dynamodb.send(
      new UpdateCommand({
        TableName: 'DataUsers',
        Key: { userId },
        UpdateExpression: 'SET createdAt = :createdAt',
        ExpressionAttributeValues: { ':createdAt': createdAt },
      }),
    );
  }
  await dynamodb.send(new DeleteCommand({ TableName: 'DataLimits', Key: { id: 'sweepAccounts' } }));
}

test('sweeps the data of an account that was deleted in Cognito directly, and corrects groups', {
  tags: 'extended',
}, async () => {
  const { person } = await registerCustomer();
  const other = await registerPerson(siteUrl);
  await other.call('me');
  const unconfirmed = `${randomUUID()}@example.test`;
  const { userPoolId: UserPoolId, userPoolClientId: ClientId } = await readSettings(siteUrl);
  await askUserPool(siteUrl, 'SignUp', { ClientId, Username: unconfirmed, Password: password });
  await askUserPool(siteUrl, 'AdminAddUserToGroup', {
    UserPoolId,
    Username: other.userId,
    GroupName: 'paid',
  });
  await askUserPool(siteUrl, 'DeleteUser', { AccessToken: person.accessToken });
  expect(await tablesWithDataOf(person)).not.toEqual([]);
  await backdateRecords(person, other);

  await fetch(`${siteUrl}/__local/run/sweepAccounts`, { method: 'POST', redirect: 'manual' });
  await vi.waitFor(async () => expect(await deletionEmailsTo(person.email)).toHaveLength(1), inTime);
  expect(await tablesWithDataOf(person)).toEqual([]);
  // There is no order for this license, so the sweep removes the user from the group.
  await vi.waitFor(async () => expect((await other.signInAgain()).groups).toEqual([]), inTime);
  expect((await other.call('me')).email).toBe(other.email);
  const Username = unconfirmed;
  expect(await askUserPool(siteUrl, 'AdminGetUser', { UserPoolId, Username })).toMatchObject({
    UserStatus: 'UNCONFIRMED',
  });
  expect(await countDeadLetters('sweepAccounts')).toBe(0);
});

describe('deleting an account', () => {
  test('removes sign-in, record and feedback, keeps the order without a buyer, and sends one email', async () => {
    const { person, orderId } = await registerCustomer();
    const other = await registerCustomer();
    expect(await isInUserPool(person)).toBe(true);

    expect(await person.call('deleteAccountData')).toEqual({ feedbackCount: 2, orderCount: 1 });
    await vi.waitFor(async () => expect(await deletionEmailsTo(person.email)).toHaveLength(1), inTime);

    expect(await tablesWithDataOf(person)).toEqual([]);
    expect(await isInUserPool(person)).toBe(false);
    const { DataOrders, DataFeedback } = await readTables();
    const order = DataOrders.find((each) => each.orderId === orderId);
    expect(order).toMatchObject({ status: 'free', amountInCents: 0, currency: 'usd' });
    expect(order).not.toHaveProperty('userId');

    expect(DataFeedback.filter(({ userId }) => userId === other.person.userId)).toHaveLength(2);
    expect(DataOrders.find((each) => each.orderId === other.orderId)?.userId).toBe(other.person.userId);
    expect((await other.person.call('me')).subscription.status).toBe('active');
  });

  test('makes operations reject the remaining access token, and creates no new record', async () => {
    const person = await registerPerson(siteUrl);
    await person.call('me');
    await person.call('deleteAccountData');
    await vi.waitFor(async () => expect(await deletionEmailsTo(person.email)).toHaveLength(1), inTime);

    for (const [name, data] of [
      ['me', undefined],
      ['updateMe', { mailGroup: { group: 'updates', wantsMail: false } }],
      ['syncEmail', {}],
      ['exportMyData', {}],
      ['feedback', { feedbackId: randomUUID(), content: 'Boo.' }],
      ['checkout', checkoutRequest],
      ['deleteAccountData', {}],
    ] as const) {
      const response = await callOperation(siteUrl, name, { token: person.accessToken, data });
      expect([name, response.status]).toEqual([name, 401]);
    }
    expect(await tablesWithDataOf(person)).toEqual([]);
    expect(await deletionEmailsTo(person.email)).toHaveLength(1);
  });

  test('sends one email for two concurrent requests', { tags: 'extended' }, async () => {
    const deadBefore = await countDeadLetters();
    const person = await registerPerson(siteUrl);
    await person.call('me');
    await Promise.allSettled([person.call('deleteAccountData'), person.call('deleteAccountData')]);
    await waitUntilQuiet();
    expect(await deletionEmailsTo(person.email)).toHaveLength(1);
    expect(await countDeadLetters()).toBe(deadBefore);
  });

  test('frees the email address for a new, empty account', { tags: 'extended' }, async () => {
    const { person } = await registerCustomer();
    await person.call('deleteAccountData');
    await vi.waitFor(async () => expect(await deletionEmailsTo(person.email)).toHaveLength(1), inTime);

    const again = await registerPerson(siteUrl, person.email);
    expect(again.userId).not.toBe(person.userId);
    expect(await again.call('me')).toMatchObject({ email: person.email, subscription: { status: 'none' } });
    expect((await again.call('exportMyData')).orders).toEqual([]);

    await again.call('deleteAccountData');
    await vi.waitFor(async () => expect(await deletionEmailsTo(person.email)).toHaveLength(2), inTime);
  });

  test('requires a sign-in within the last five minutes', async () => {
    const person = await registerPerson(siteUrl);
    await person.call('me');
    const delayed = { auth_time: Math.floor(Date.now() / 1000) - 301 };
    const token = await forgeToken(cloud.dir, person.accessToken, delayed);
    const response = await callOperation(siteUrl, 'deleteAccountData', { token, data: {} });
    expect(response.status).toBe(403);
    expect((await response.json()).error).toMatchObject({ status: 'permission-denied' });
    expect(await person.call('me')).toMatchObject({ userId: person.userId });
  });

  test('expires the open checkout of a deleted account', async () => {
    const person = await registerPerson(siteUrl);
    const { sessionId, url } = await person.call('checkout', checkoutRequest);
    await person.call('deleteAccountData');
    await vi.waitFor(async () => expect(await deletionEmailsTo(person.email)).toHaveLength(1), inTime);
    await expect(pay(url)).rejects.toThrow('The checkout page answered');
    await vi.waitFor(async () => {
      const order = (await readTable('DataOrders')).find(({ orderId }) => orderId === sessionId);
      expect(order?.status).toBe('expired');
      expect(order).not.toHaveProperty('userId');
    }, inTime);
    expect(await tablesWithDataOf(person)).toEqual([]);
  });
});

test('exports everything about the caller, and nothing about other users', async () => {
  const { person, orderId } = await registerCustomer();
  const { person: other } = await registerCustomer();
  await person.call('updateMe', { mailGroup: { group: 'newsletter', wantsMail: true } });

  const data = await person.call('exportMyData');
  expect(storedData.parse(data)).toEqual(data);
  expect(data.user).toMatchObject(await person.call('me'));
  expect(data.user.checkout?.sessionId).toBe(orderId);
  expect(data.orders[0]).toMatchObject({
    userId: person.userId,
    history: [{ status: 'created' }, { status: 'free' }],
  });
  expect(data.hasSecondFactor).toBe(false);
  expect(data.account).toMatchObject({ sub: person.userId, email: person.email });
  expect(data.accountState).toMatchObject({ status: 'CONFIRMED', isEnabled: true, isEmailVerified: true });
  expect(Date.parse(data.accountState.createdAt)).toBeLessThanOrEqual(
    Date.parse(data.accountState.lastChangedAt),
  );
  expect(data.feedback.map(({ content }) => content).sort()).toEqual([
    'More islands.',
    `The sea is too small, says ${person.userId}.`,
  ]);
  expect(data.orders.map((order) => order.orderId)).toEqual([orderId]);

  const text = JSON.stringify(data);
  expect(text).not.toContain(other.userId);
  expect(text).not.toContain(other.email);
  const others = (await readTable('DataOrders')).filter(({ userId }) => userId !== person.userId);
  expect(others).not.toEqual([]);
  for (const order of others) expect(text).not.toContain(order.orderId);
});

test('copies a confirmed email address to the record, and warns the old address', async () => {
  const person = await registerPerson(siteUrl);
  await person.call('me');
  const newEmail = `${randomUUID()}@example.test`;
  await askUserPool(siteUrl, 'UpdateUserAttributes', {
    AccessToken: person.accessToken,
    UserAttributes: [{ Name: 'email', Value: newEmail }],
  });
  await vi.waitFor(async () => {
    const subjects = (await mailsTo(siteUrl, person.email)).map(({ subject }) => subject);
    expect(subjects).toContain('Your email address at Lorewright is about to change');
  }, inTime);
  // Nothing changes before the new address is confirmed.
  expect((await person.call('syncEmail')).email).toBe(person.email);

  const confirmationCode = await codeFor(siteUrl, newEmail);
  await askUserPool(siteUrl, 'VerifyUserAttribute', {
    AccessToken: person.accessToken,
    AttributeName: 'email',
    Code: confirmationCode,
  });
  expect((await person.call('syncEmail')).email).toBe(newEmail);
  expect((await person.call('me')).email).toBe(newEmail);
});

test('ends earlier sessions after a password reset, keeps the next one, and emails a notice', async () => {
  const person = await registerPerson(siteUrl);
  const { userPoolClientId: ClientId } = await readSettings(siteUrl);
  const storedToken = (name: string) =>
    Object.entries(person.browserStorage).find(([key]) => key.endsWith(`.${name}`))?.[1] ?? '';
  const refresh = (RefreshToken: string) =>
    askUserPool(siteUrl, 'GetTokensFromRefreshToken', { ClientId, RefreshToken });
  const earlier = storedToken('refreshToken');
  await refresh(earlier);

  await askUserPool(siteUrl, 'ForgotPassword', { ClientId, Username: person.email });
  const ConfirmationCode = await codeFor(siteUrl, person.email);
  await askUserPool(siteUrl, 'ConfirmForgotPassword', {
    ClientId,
    Username: person.email,
    ConfirmationCode,
    Password: password,
  });
  await person.signInAgain();
  await expect(refresh(earlier)).rejects.toMatchObject({ name: 'NotAuthorizedException' });
  await vi.waitFor(async () => {
    const subjects = (await mailsTo(siteUrl, person.email)).map(({ subject }) => subject);
    expect(subjects).toContain('Your password at Lorewright was changed');
  }, inTime);
  await refresh(storedToken('refreshToken'));
});

describe('GET /api/me', () => {
  const read = (person: Person, etag?: string | null) =>
    fetch(`${siteUrl}/api/me`, {
      headers: {
        authorization: `Bearer ${person.accessToken}`,
        ...(etag ? { 'if-none-match': etag } : {}),
      },
    });

  test('answers 304 while the record is unchanged, and 200 after a change', async () => {
    const person = await registerPerson(siteUrl);
    const etag = (await read(person)).headers.get('etag');
    expect(etag).toMatch(/^(W\/)?"/);

    const same = await read(person, etag);
    expect([same.status, await same.text()]).toEqual([304, '']);
    expect(same.headers.get('etag')).toBe(etag);

    await person.call('updateMe', { mailGroup: { group: 'updates', wantsMail: true } });
    const changed = await read(person, etag);
    expect(changed.status).toBe(200);
    expect((await changed.json()).result.unsubscriptions).toEqual(exceptUpdates);
    expect(changed.headers.get('etag')).not.toBe(etag);
  });

  test('returns the full record to a user who sends the ETag of another user', async () => {
    const [one, other] = [await registerPerson(siteUrl), await registerPerson(siteUrl)];
    const etag = (await read(one)).headers.get('etag');
    const response = await read(other, etag);
    expect(response.status).toBe(200);
    expect((await response.json()).result.userId).toBe(other.userId);
  });
});
