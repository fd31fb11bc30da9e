import { beforeEach, describe, expect, it } from 'vitest';
import type { ResettableAccount } from './advance-reset.ts';
import { requestReset } from './factor-reset.ts';
import { keepSecondFactor } from './keep-second-factor.ts';
import { createOwner } from './test-owner.ts';
import { testResetSite } from './test-reset-site.ts';

const { users, security, reset, emails } = testResetSite();
const now = new Date('2026-11-23T10:00:00.000Z');
const request = { requestedAt: now.toISOString() };
let owner: ResettableAccount;

beforeEach(async () => {
  owner = await createOwner(users, now);
});

const keep = () => keepSecondFactor(owner, { users, reset });
const storedReset = async () => (await users.find(owner.userId))?.factorReset;

describe('keepSecondFactor', () => {
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
