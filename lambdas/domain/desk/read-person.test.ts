import {
  AdminGetUserCommand,
  AdminListGroupsForUserCommand,
  CognitoIdentityProviderClient,
  UserNotFoundException,
} from '@aws-sdk/client-cognito-identity-provider';
import { mockClient } from 'aws-sdk-client-mock';
import { beforeEach, describe, expect, it } from 'vitest';
import type { AuditEntry } from '../../../contract/records/audit-entry.ts';
import type { AuthoredFeedback } from '../../../contract/records/feedback.ts';
import { addressKey } from '../mail/mail-log-store.ts';
import { paidOrder } from '../orders/test-orders.ts';
import { securityStore } from '../security/security-store.ts';
import { newUser } from '../users/new-user.ts';
import { publicUser } from '../users/public-user.ts';
import { readPerson } from './read-person.ts';
import { testPersonStores } from './test-person-stores.ts';

const { client, tables, stores } = testPersonStores();
const pool = mockClient(CognitoIdentityProviderClient);
const now = new Date('2026-11-25T10:00:00.000Z');

let people = 0;
/** Each test has its own person. */
let userId: string;
let email: string;

beforeEach(() => {
  people++;
  userId = `user-${people}`;
  email = `${userId}@example.test`;
  pool.reset();
  pool.on(AdminGetUserCommand).rejects(new UserNotFoundException({ message: 'gone', $metadata: {} }));
  pool.on(AdminListGroupsForUserCommand).resolves({ Groups: [] });
});

const read = (at = now, cursor?: string) =>
  readPerson(
    { ...stores, pool: new CognitoIdentityProviderClient({}), userPoolId: 'pool-1', now: () => at },
    { userId, ...(cursor && { cursor }) },
  );

function createAccount(change: { isEmailVerified?: boolean; methods?: string[] } = {}) {
  const { isEmailVerified = true, methods = [] } = change;
  pool.on(AdminGetUserCommand, { UserPoolId: 'pool-1', Username: userId }).resolves({
    Username: userId,
    UserAttributes: [
      { Name: 'sub', Value: userId },
      { Name: 'email', Value: email },
      { Name: 'email_verified', Value: String(isEmailVerified) },
    ],
    UserMFASettingList: methods,
    Enabled: true,
    UserStatus: 'CONFIRMED',
    UserCreateDate: new Date('2025-09-01T09:58:00Z'),
    UserLastModifiedDate: new Date('2025-09-02T10:00:00Z'),
  });
}

const createUser = () => stores.users.create(newUser(userId, email, now));
const orderAt = (createdAt: string) => paidOrder(`cs_${userId}_${createdAt}`, { userId, createdAt });
const entryAt = (at: string): AuditEntry => ({
  auditId: `note-${userId}-${at}`,
  at,
  actorId: 'admin-1',
  action: 'note',
  outcome: 'done',
  personId: userId,
  reason: 'A note.',
  requestId: 'r-1',
});
const mail = { at: '2026-11-20T10:00:00.000Z', subject: 'Welcome' };
const nothingElse = { orders: [], feedback: [], emails: [], referrals: [], audit: [] };

describe('readPerson', () => {
  it('refuses an id under which nothing is stored', async () => {
    await expect(read()).rejects.toMatchObject({ code: 'not-found' });
  });

  it('finds an account that was never used to sign in', async () => {
    createAccount({ methods: ['SOFTWARE_TOKEN_MFA'] });
    pool
      .on(AdminListGroupsForUserCommand, { UserPoolId: 'pool-1', Username: userId })
      .resolves({ Groups: [{ GroupName: 'paid' }] });
    expect(await read()).toEqual({
      ...nothingElse,
      userId,
      account: {
        email,
        isEmailVerified: true,
        hasSecondFactor: true,
        groups: ['paid'],
        status: 'CONFIRMED',
        isEnabled: true,
        createdAt: '2025-09-01T09:58:00.000Z',
        lastChangedAt: '2025-09-02T10:00:00.000Z',
      },
    });
  });

  it('reports an address that is not verified', async () => {
    createAccount({ isEmailVerified: false });
    expect((await read()).account).toMatchObject({ email, isEmailVerified: false, hasSecondFactor: false });
  });

  it('finds a record without an account', async () => {
    const user = newUser(userId, email, now);
    await createUser();
    expect(await read()).toEqual({ ...nothingElse, userId, user: publicUser(user) });
  });

  it('finds the order of a person without an account and a record', async () => {
    const order = orderAt('2026-11-23T09:55:00.000Z');
    await stores.orders.save(order, undefined, []);
    const { orderId } = order;
    expect(await read()).toEqual({ ...nothingElse, userId, orders: [expect.objectContaining({ orderId })] });
  });

  it('finds actions of the team about a person whose account is deleted', async () => {
    const entry = entryAt('2026-11-23T09:55:00.000Z');
    await stores.audit.add(entry);
    expect(await read()).toEqual({ ...nothingElse, userId, audit: [entry] });
  });

  it('says that there is a license file, and does not show its text', async () => {
    const order = paidOrder(`cs_${userId}`, { userId, licenseFile: 'header.claims.signature' });
    await stores.orders.save(order, undefined, []);
    const [shown] = (await read()).orders;
    expect(shown).toMatchObject({ orderId: order.orderId, hasLicenseFile: true });
    expect(shown).not.toHaveProperty('licenseFile');
  });

  it('lists orders and entries latest first, with the causes that the buyer does not see', async () => {
    const days = ['2026-11-20', '2026-11-21'].map((day) => `${day}T09:00:00.000Z`);
    for (const at of days) {
      await stores.orders.save(orderAt(at), undefined, []);
      await stores.audit.add(entryAt(at));
    }
    const { orders, audit } = await read();
    expect(orders.map(({ createdAt }) => createdAt)).toEqual(days.toReversed());
    expect(audit.map(({ at }) => at)).toEqual(days.toReversed());
    expect(orders[0]?.history[0]?.cause).toBe('test');
  });

  it('lists checkouts that were not completed, because their buyers may say that they have paid', async () => {
    const open = paidOrder(`cs_${userId}`, { userId, status: 'created' });
    await stores.orders.save(open, undefined, []);
    expect((await read()).orders).toMatchObject([{ orderId: open.orderId, status: 'created' }]);
  });

  it('lists the feedback of the person', async () => {
    await createUser();
    const feedback: AuthoredFeedback = {
      feedbackId: `feedback-${userId}`,
      userId,
      type: 'bug',
      content: 'The map is empty.',
      timestamp: '2026-11-22T10:00:00.000Z',
      comments: [],
      state: 'open',
    };
    await stores.feedback.add(feedback, stores.users.mustExist(userId));
    expect((await read()).feedback).toEqual([feedback]);
  });

  it('lists the emails about the account and those to its address', async () => {
    createAccount();
    await stores.mails.add({ personKey: userId, mailId: 'by-id' }, mail);
    await stores.mails.add({ personKey: addressKey(email), mailId: 'by-address' }, mail);
    await stores.mails.add({ personKey: addressKey('another@example.test'), mailId: 'another' }, mail);
    expect((await read()).emails.map(({ mailId }) => mailId).sort()).toEqual(['by-address', 'by-id']);
  });

  it('lists the emails by the id alone when there is no account', async () => {
    await createUser();
    await stores.mails.add({ personKey: userId, mailId: 'by-id' }, mail);
    await stores.mails.add({ personKey: addressKey(email), mailId: 'by-address' }, mail);
    expect((await read()).emails.map(({ mailId }) => mailId)).toEqual(['by-id']);
  });

  it('counts the results of the own referral code by month', async () => {
    await createUser();
    const code = `code-${userId}`;
    await stores.referrals.claim(code, userId, stores.users.takeReferralCode(userId, code));
    await stores.referrals.countImpression(code, new Date('2026-10-04T08:00:00.000Z'), 0);
    await stores.referrals.countImpression(code, new Date('2026-11-05T08:00:00.000Z'), 0);
    expect(await read()).toMatchObject({
      referralCode: code,
      referrals: [
        { month: '2026-10', impressions: 1, signUps: 0, licenses: 0 },
        { month: '2026-11', impressions: 1, signUps: 0, licenses: 0 },
      ],
    });
    expect((await read(now, '{}')).referrals).toEqual([]);
  });

  describe('with a request to turn off the second factor', () => {
    const requestedAt = '2026-11-25T10:00:00.000Z';

    beforeEach(async () => {
      await createUser();
      await securityStore(client, tables.users.name).requestReset(userId, { requestedAt });
    });

    it('reports the earliest completion and the expiry of the request', async () => {
      expect((await read()).factorReset).toEqual({
        requestedAt,
        dueAt: '2026-11-26T10:00:00.000Z',
        expiresAt: '2026-12-02T10:00:00.000Z',
      });
    });

    it('reports the request until it expires', async () => {
      expect((await read(new Date('2026-12-02T09:59:59.999Z'))).factorReset).toBeDefined();
      expect((await read(new Date('2026-12-02T10:00:00.000Z'))).factorReset).toBeUndefined();
    });
  });
});
