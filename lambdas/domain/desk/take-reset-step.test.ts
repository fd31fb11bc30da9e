import { CognitoIdentityProviderClient } from '@aws-sdk/client-cognito-identity-provider';
import { EventBridgeClient, PutEventsCommand } from '@aws-sdk/client-eventbridge';
import { mockClient } from 'aws-sdk-client-mock';
import { beforeEach, describe, expect, it } from 'vitest';
import type { DeskResetStep } from '../../../contract/rules/recovery-codes.ts';
import { testSiteTables } from '../../platform/test-site-tables.ts';
import { securityStore } from '../security/security-store.ts';
import { createOwner } from '../security/test-reset-site.ts';
import { userStore } from '../users/user-store.ts';
import { takeResetStep } from './take-reset-step.ts';

const { client, names } = testSiteTables('Users');
const users = userStore(client, names.Users);
const security = securityStore(client, names.Users);
const events = mockClient(EventBridgeClient);
const site = {
  users,
  reset: {
    bus: { connect: async () => new EventBridgeClient({}), name: 'bus' },
    security,
    cognito: new CognitoIdentityProviderClient({}),
    userPoolId: 'pool',
    hasPasskeys: true,
  },
};
const requestedAt = new Date('2026-11-23T10:00:00.000Z');
const aDayLater = new Date('2026-11-24T10:00:00.000Z');
const reset = { requestedAt: requestedAt.toISOString() };
let owner: { userId: string; email: string; hasApp: boolean };

beforeEach(async () => {
  events.reset();
  events.on(PutEventsCommand).resolves({ Entries: [{ EventId: '1' }], FailedEntryCount: 0 });
  owner = await createOwner(users, requestedAt);
});

const storedReset = async () => (await users.find(owner.userId))?.factorReset;
const take = (step: DeskResetStep, now: Date, isRepeated = false) =>
  takeResetStep(step, owner, site, { now, isRepeated });
const refusal = (state: string) => ({ code: 'aborted', message: expect.stringContaining(state) });

describe('takeResetStep', () => {
  it('requests a reset, and cancels it', async () => {
    expect(await take('request', requestedAt)).toBe('requested');
    expect(await storedReset()).toEqual(reset);
    expect(await take('cancel', aDayLater)).toBe('canceled');
    expect(await storedReset()).toBeUndefined();
  });

  it.each(['complete', 'cancel'] as const)('refuses to %s without a request', async (step) => {
    await expect(take(step, requestedAt)).rejects.toMatchObject(refusal('There is no request any more'));
    expect(await storedReset()).toBeUndefined();
  });

  it('reports a cancellation by an interrupted run, unless the app is off', async () => {
    expect(await take('cancel', aDayLater, true)).toBe('canceled');
    owner.hasApp = false;
    await expect(take('cancel', aDayLater, true)).rejects.toMatchObject(
      refusal('There is no request any more'),
    );
  });

  it('reports no cancellation to a repeated request when a colleague has just ended the same reset', async () => {
    await take('request', requestedAt);
    const findAndEnd: typeof users.find = async (userId) => {
      const found = await users.find(userId);
      await security.removeReset(userId, reset);
      return found;
    };
    const siteWhoseResetEnds = { ...site, users: { ...users, find: findAndEnd } };
    const run = { now: aDayLater, isRepeated: true };
    await expect(takeResetStep('cancel', owner, siteWhoseResetEnds, run)).rejects.toMatchObject(
      refusal('There is no request any more'),
    );
  });

  it('refuses to cancel a request that is being completed', async () => {
    await take('request', requestedAt);
    await security.decideReset(owner.userId, reset, 'completed');
    await expect(take('cancel', aDayLater)).rejects.toMatchObject(refusal('It is too late'));
    expect(await storedReset()).toEqual({ ...reset, outcome: 'completed' });
  });

  it('refuses to request a reset again after the waiting period', async () => {
    await take('request', requestedAt);
    await expect(take('request', aDayLater)).rejects.toMatchObject(refusal('The waiting period is over'));
    expect(await storedReset()).toEqual(reset);
  });
});
