import { EventBridgeClient, PutEventsCommand } from '@aws-sdk/client-eventbridge';
import { PutCommand } from '@aws-sdk/lib-dynamodb';
import { mockClient } from 'aws-sdk-client-mock';
import { beforeEach, describe, expect, it } from 'vitest';
import { testSiteTables } from '../../platform/test-site-tables.ts';
import { newUser } from '../users/new-user.ts';
import {
  type RecoveryCodes,
  type ReportedSecurity,
  type StoredUser,
  userStore,
} from '../users/user-store.ts';
import { createRecoveryCodes } from './recovery-code-hashes.ts';
import {
  compareSecurity,
  nothingReported,
  reportFactorOff,
  reportSecurityChanges,
} from './report-security-changes.ts';
import { securityStore } from './security-store.ts';

const { client, names } = testSiteTables('Users');
const users = userStore(client, names.Users);
const security = securityStore(client, names.Users);
const mock = mockClient(EventBridgeClient);
const bus = { connect: async () => mock as unknown as EventBridgeClient, name: 'Bus' };
const reporter = { bus, security };
const email = 'ana@example.test';
const now = new Date('2026-11-24T12:00:00Z');
const withApp = { hasApp: true, passkeyIds: [] };
let userId = 0;

/** A new record with more fields. */
async function putUser(more: Partial<StoredUser> = {}): Promise<StoredUser> {
  userId += 1;
  const user = { ...newUser(`user-${userId}`, email, now), ...more };
  await client.send(new PutCommand({ TableName: names.Users, Item: user }));
  return user;
}
const read = async ({ userId: id }: StoredUser) => (await users.find(id)) as StoredUser;
const published = () =>
  mock
    .commandCalls(PutEventsCommand)
    .map(({ args }) => JSON.parse(args[0].input.Entries?.[0]?.Detail ?? '{}') as Record<string, string>);
const changes = () => published().map(({ change }) => change);

beforeEach(() => {
  mock.reset();
  mock.on(PutEventsCommand).resolves({ Entries: [{ EventId: '1' }] });
});

describe('reportSecurityChanges', () => {
  it('reports a change once', async () => {
    const user = await putUser();
    await reportSecurityChanges(reporter, user, withApp, 'new@example.test');
    expect(published()).toEqual([
      {
        userId: user.userId,
        email: 'new@example.test',
        change: 'factorTurnedOn',
        idempotencyKey: `security#${user.userId}#factorTurnedOn#1`,
      },
    ]);
    await reportSecurityChanges(reporter, await read(user), withApp, email);
    expect(changes()).toEqual(['factorTurnedOn']);
  });

  it('publishes the same keys again if it stopped before it stored the report', async () => {
    const user = await putUser();
    const stopped = {
      bus,
      security: {
        rememberReported: async () => {
          throw new Error('stopped');
        },
      },
    };
    await expect(reportSecurityChanges(stopped, user, withApp, email)).rejects.toThrow('stopped');
    await reportSecurityChanges(reporter, await read(user), withApp, email);
    const [first, second] = published().map(({ idempotencyKey }) => idempotencyKey);
    expect(second).toBe(first);
  });

  it('stores no report that the bus refused', async () => {
    const user = await putUser();
    mock.on(PutEventsCommand).resolves({ FailedEntryCount: 1, Entries: [{ ErrorCode: 'Throttled' }] });
    await expect(reportSecurityChanges(reporter, user, withApp, email)).rejects.toThrow('Throttled');
    expect((await read(user)).reportedSecurity).toBeUndefined();
  });

  it('uses one key when two requests find the same change', async () => {
    const user = await putUser({ reportedSecurity: { version: 4, hasApp: false, passkeyIds: [] } });
    await Promise.all([1, 2].map(() => reportSecurityChanges(reporter, user, withApp, email)));
    expect(new Set(published().map(({ idempotencyKey }) => idempotencyKey)).size).toBe(1);
    expect((await read(user)).reportedSecurity).toEqual({ version: 5, ...withApp });
  });

  it('does not bring back the record of a deleted account', async () => {
    const user = await putUser();
    await users.remove(user.userId, undefined, now);
    await reportSecurityChanges(reporter, user, withApp, email);
    expect(await users.find(user.userId)).toBeUndefined();
  });
});

describe('reportFactorOff', () => {
  it('reports only its own change, which the next review does not report again', async () => {
    const { stored } = createRecoveryCodes(now);
    const user = await putUser({
      recoveryCodes: stored,
      reportedSecurity: {
        version: 2,
        hasApp: true,
        passkeyIds: ['a'],
        recoveryCodes: { id: stored.id, left: 10 },
      },
    });
    const [hash = ''] = stored.hashes;
    const changed = await security.redeemCode(user.userId, stored, hash, now);
    if (!changed) throw new Error('The code was not used.');
    await reportFactorOff(reporter, changed, { change: 'recoveryCodeUsed', key: 'used' });
    await reportSecurityChanges(reporter, await read(user), { hasApp: false, passkeyIds: ['a'] }, email);
    expect(changes()).toEqual(['recoveryCodeUsed']);
  });
});

describe('compareSecurity', () => {
  const codes = (id: string, left: number): RecoveryCodes => ({
    id,
    hashes: Array.from({ length: left }, (_, index) => `${index}`),
    createdAt: '2026-11-24T12:00:00.000Z',
  });

  const reported = (more: Partial<ReportedSecurity> = {}): ReportedSecurity => ({
    ...nothingReported,
    version: 3,
    ...more,
  });

  const changesOf = (...[before, methods, stored]: Parameters<typeof compareSecurity>) =>
    compareSecurity(before, methods, stored).map(({ change }) => change);
  const withApp = { hasApp: true, passkeyIds: [] };

  const withoutApp = { hasApp: false, passkeyIds: [] };

  it('finds nothing in a new or an unchanged account', () => {
    expect(changesOf(nothingReported, withoutApp, undefined)).toEqual([]);
    const same = reported({ hasApp: true, passkeyIds: ['a'], recoveryCodes: { id: '1', left: 7 } });
    expect(changesOf(same, { hasApp: true, passkeyIds: ['a'] }, codes('1', 7))).toEqual([]);
  });

  it('finds an app that was turned on or off', () => {
    expect(changesOf(reported(), withApp, undefined)).toEqual(['factorTurnedOn']);
    expect(changesOf(reported({ hasApp: true }), withoutApp, undefined)).toEqual(['factorTurnedOff']);
  });

  it('reports a new app and its recovery codes in one email', () => {
    expect(changesOf(reported(), withApp, codes('1', 10))).toEqual(['factorTurnedOn']);
  });

  it('finds new recovery codes', () => {
    const before = reported({ hasApp: true, recoveryCodes: { id: '1', left: 7 } });
    expect(changesOf(before, withApp, codes('2', 10))).toEqual(['recoveryCodesRenewed']);
    expect(changesOf(reported({ hasApp: true }), withApp, codes('1', 10))).toEqual(['recoveryCodesRenewed']);
  });

  it('reports a used code and the app that it turned off in one email', () => {
    const before = reported({ hasApp: true, recoveryCodes: { id: '1', left: 10 } });
    expect(changesOf(before, withoutApp, codes('1', 9))).toEqual(['recoveryCodeUsed']);
  });

  it('finds each passkey that was added or removed', () => {
    const found = compareSecurity(
      reported({ passkeyIds: ['old', 'same'] }),
      { hasApp: false, passkeyIds: ['same', 'new', 'newer'] },
      undefined,
    );
    expect(found).toEqual([
      { change: 'passkeyAdded', key: 'passkeyAdded#new' },
      { change: 'passkeyAdded', key: 'passkeyAdded#newer' },
      { change: 'passkeyRemoved', key: 'passkeyRemoved#old' },
    ]);
  });

  it('gives an app that is turned on again another key', () => {
    const [first] = compareSecurity(reported({ version: 3 }), withApp, undefined);
    const [second] = compareSecurity(reported({ version: 5 }), withApp, undefined);
    expect(first?.key).not.toBe(second?.key);
  });
});
