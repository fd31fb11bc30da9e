import { randomUUID } from 'node:crypto';
import { AdminGetUserCommand, UserNotFoundException } from '@aws-sdk/client-cognito-identity-provider';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { advanceReset, keepSecondFactor, type ResettableAccount } from './advance-reset.ts';
import { requestReset, resetDueAt, resetExpiresAt } from './factor-reset.ts';
import { createOwner, testResetSite } from './test-reset-site.ts';

const { users, security, pool, reset, emails, calls } = testResetSite();
const site = { users, reset };
const requestedAt = new Date('2026-11-23T10:00:00.000Z');
const request = { requestedAt: requestedAt.toISOString() };
const due = resetDueAt(request);
const expired = resetExpiresAt(request);
const confirm = vi.fn<Parameters<typeof advanceReset>[2]['confirm']>();
let owner: ResettableAccount;

beforeEach(async () => {
  confirm.mockReset();
  owner = await createOwner(users, requestedAt);
});

const advance = (now: Date, change: Partial<ResettableAccount> = {}) =>
  advanceReset({ ...owner, ...change }, site, { now, confirm });
const storedReset = async () => (await users.find(owner.userId))?.factorReset;

describe('advanceReset', () => {
  it('stores a request when it is confirmed, and emails the owner', async () => {
    expect(await advance(requestedAt)).toBe('requested');
    expect(confirm.mock.calls).toEqual([['request']]);
    expect(await storedReset()).toEqual(request);
    expect(emails()).toEqual(['factorResetRequested']);
  });

  it('stores the request of an owner who has no record yet', async () => {
    const other = { userId: randomUUID(), email: 'new@example.test', hasApp: true };
    await advanceReset(other, site, { now: requestedAt, confirm });
    expect(await users.find(other.userId)).toMatchObject({ email: other.email, factorReset: request });
  });

  it('changes nothing when the request is not confirmed', async () => {
    confirm.mockRejectedValue(new Error('not confirmed'));
    await expect(advance(requestedAt)).rejects.toThrow('not confirmed');
    expect([await storedReset(), emails()]).toEqual([undefined, []]);
  });

  it('does nothing, without another confirmation, until the waiting period ends', async () => {
    await advance(requestedAt);
    confirm.mockClear();
    expect(await advance(new Date(due.getTime() - 1))).toBe('waiting');
    expect(confirm).not.toHaveBeenCalled();
    expect(calls()).toEqual([]);
  });

  it('completes the request when the waiting period has ended and the step is confirmed', async () => {
    await advance(requestedAt);
    confirm.mockClear();
    expect(await advance(due)).toBe('completed');
    expect(confirm.mock.calls).toEqual([['complete']]);
    expect(await storedReset()).toBeUndefined();
    expect(emails()).toEqual(['factorResetRequested', 'factorReset']);
  });

  it('keeps the request when its completion is not confirmed', async () => {
    await advance(requestedAt);
    confirm.mockRejectedValue(new Error('not confirmed'));
    await expect(advance(due)).rejects.toThrow('not confirmed');
    expect(await storedReset()).toEqual(request);
    expect(calls()).toEqual([]);
  });

  it.each([
    ['has expired', async () => {}],
    [
      'has expired after an interrupted completion',
      () => security.decideReset(owner.userId, request, 'completed'),
    ],
  ])('starts a new waiting period when the request %s', async (_, interrupt) => {
    await advance(requestedAt);
    await interrupt();
    const factorReset = { requestedAt: expired.toISOString() };
    expect(await advance(expired)).toBe('requested');
    expect(confirm.mock.calls).toEqual([['request'], ['request']]);
    expect(await storedReset()).toEqual(factorReset);
    expect(emails()).toEqual(['factorResetRequested', 'factorResetRequested']);
  });

  it('requests nothing for an account without an app', async () => {
    expect(await advance(requestedAt, { hasApp: false })).toBe('not on');
    expect(confirm).not.toHaveBeenCalled();
    expect(await storedReset()).toBeUndefined();
  });

  it('removes a request without an email when the app is already off', async () => {
    await advance(requestedAt);
    expect(await advance(due, { hasApp: false })).toBe('not on');
    expect(await storedReset()).toBeUndefined();
    expect(emails()).toEqual(['factorResetRequested']);
  });

  it('completes an interrupted cancellation', async () => {
    await advance(requestedAt);
    await security.decideReset(owner.userId, request, 'canceled');
    confirm.mockClear();
    expect(await advance(due)).toBe('canceled');
    expect(confirm).not.toHaveBeenCalled();
    expect(await storedReset()).toBeUndefined();
    expect(emails()).toEqual(['factorResetRequested', 'factorResetCanceled']);
  });

  it.each([
    ['asks again while the app is on', true, [['complete']]],
    ['does not ask again when the app is off', false, []],
  ])('continues an interrupted completion, and %s', async (_, hasApp, expected) => {
    await advance(requestedAt);
    await security.decideReset(owner.userId, request, 'completed');
    confirm.mockClear();
    expect(await advance(due, { hasApp })).toBe('completed');
    expect(confirm.mock.calls).toEqual(expected);
    expect(await storedReset()).toBeUndefined();
    expect(emails()).toEqual(['factorResetRequested', 'factorReset']);
  });

  describe('when the request ends while its completion is confirmed', () => {
    beforeEach(async () => {
      await advance(requestedAt);
      confirm.mockImplementation(async () => {
        await security.removeReset(owner.userId, request);
      });
    });

    it.each([
      ['canceled', ['SOFTWARE_TOKEN_MFA']],
      ['completed', []],
    ])('says that it was %s', async (state, UserMFASettingList) => {
      pool.on(AdminGetUserCommand).resolves({
        UserAttributes: [{ Name: 'email', Value: owner.email }],
        UserMFASettingList,
      });
      expect(await advance(due)).toBe(state);
      expect(calls()).toEqual([AdminGetUserCommand]);
    });

    it('throws `not-found` for an account that is being deleted', async () => {
      pool.on(AdminGetUserCommand).rejects(new UserNotFoundException({ $metadata: {}, message: 'No user' }));
      await expect(advance(due)).rejects.toMatchObject({ code: 'not-found' });
    });
  });
});

describe('keepSecondFactor', () => {
  const { users, security, reset, emails } = testResetSite();
  const now = new Date('2026-11-23T10:00:00.000Z');
  const request = { requestedAt: now.toISOString() };
  let owner: ResettableAccount;

  beforeEach(async () => {
    owner = await createOwner(users, now);
  });

  const keep = () => keepSecondFactor(owner, { users, reset });
  const storedReset = async () => (await users.find(owner.userId))?.factorReset;

  it('cancels the request, and emails the owner', async () => {
    await requestReset(reset, owner, now);
    expect(await keep()).toBe('canceled');
    expect(await storedReset()).toBeUndefined();
    expect(emails()).toEqual(['factorResetRequested', 'factorResetCanceled']);
  });

  it('does nothing without a request', async () => {
    expect(await keep()).toBe('no request');
  });

  it('does nothing for an owner who has no record', async () => {
    await users.remove(owner.userId, undefined, now);
    expect(await keep()).toBe('no request');
  });

  it('answers `too late` when the request is being completed', async () => {
    await requestReset(reset, owner, now);
    await security.decideReset(owner.userId, request, 'completed');
    expect(await keep()).toBe('too late');
    expect(await storedReset()).toMatchObject({ outcome: 'completed' });
  });

  it.each([
    ['the request', () => security.removeReset(owner.userId, request)],
    ['the record', () => users.remove(owner.userId, undefined, now)],
  ])('answers `already ended` when another process has just removed %s', async (_, removeFirst) => {
    await requestReset(reset, owner, now);
    const decideReset: typeof security.decideReset = async (...decision) => {
      await removeFirst();
      return security.decideReset(...decision);
    };
    const siteWithRace = { users, reset: { ...reset, security: { ...security, decideReset } } };
    expect(await keepSecondFactor(owner, siteWithRace)).toBe('already ended');
  });
});
