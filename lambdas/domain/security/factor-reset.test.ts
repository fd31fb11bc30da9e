import {
  AdminRemoveUserFromGroupCommand,
  AdminSetUserMFAPreferenceCommand,
  AdminUserGlobalSignOutCommand,
} from '@aws-sdk/client-cognito-identity-provider';
import { PutEventsCommand } from '@aws-sdk/client-eventbridge';
import { beforeEach, describe, expect, it } from 'vitest';
import {
  cancelReset,
  completeReset,
  endReset,
  requestReset,
  resetDueAt,
  resetExpiresAt,
} from './factor-reset.ts';
import { createRecoveryCodes } from './recovery-code-hashes.ts';
import { createOwner, testResetSite } from './test-reset-site.ts';

const { users, security, pool, events, reset: dependencies, published, emails, calls } = testResetSite();
const requestedAt = new Date('2026-11-23T10:00:00.000Z');
const hourMs = 60 * 60 * 1000;
const hoursLater = (hours: number) => new Date(requestedAt.getTime() + hours * hourMs);
const reset = { requestedAt: requestedAt.toISOString() };
let owner: { userId: string; email: string; hasApp: boolean };

beforeEach(async () => {
  owner = await createOwner(users, requestedAt);
});

const storedReset = async () => (await users.find(owner.userId))?.factorReset;

/** Repeats a run that is killed one call to Cognito or the bus later each time, until it completes. */
async function killAtEachStep(prepare: () => Promise<unknown>, run: () => Promise<unknown>): Promise<number> {
  for (let survived = 0; ; survived++) {
    await prepare();
    let left = survived;
    const kill = () => {
      if (left-- === 0) throw new Error('killed');
      return {};
    };
    pool.onAnyCommand().callsFake(kill);
    events.on(PutEventsCommand).callsFake(() => ({ ...kill(), Entries: [{ EventId: '1' }] }));
    const outcome = await run().then(
      () => 'done',
      (error: Error) => error.message,
    );
    pool.onAnyCommand().resolves({});
    events.on(PutEventsCommand).resolves({ Entries: [{ EventId: '1' }] });
    await run();
    if (outcome === 'done') return survived;
    expect(outcome).toBe('killed');
  }
}

describe('requestReset', () => {
  it('stores the request and emails the owner when it ends', async () => {
    expect(await requestReset(dependencies, owner, requestedAt)).toEqual(reset);
    expect(await storedReset()).toEqual(reset);
    expect(published()).toEqual([
      {
        userId: owner.userId,
        email: owner.email,
        change: 'factorResetRequested',
        idempotencyKey: `security#${owner.userId}#factorReset#${reset.requestedAt}#requested`,
      },
    ]);
    expect(resetDueAt(reset)).toEqual(hoursLater(24));
  });

  it('keeps the earlier request, and repeats its email with the same key', async () => {
    await requestReset(dependencies, owner, requestedAt);
    expect(await requestReset(dependencies, owner, hoursLater(5))).toEqual(reset);
    expect(emails()).toEqual(['factorResetRequested']);
  });

  it('stores one of two concurrent requests', async () => {
    const [one, other] = await Promise.all([
      requestReset(dependencies, owner, requestedAt),
      requestReset(dependencies, owner, hoursLater(1)),
    ]);
    expect(one).toEqual(other);
    expect(emails()).toEqual(['factorResetRequested']);
  });

  it('repeats the email that a kill prevented', async () => {
    await killAtEachStep(
      async () => security.removeReset(owner.userId, reset),
      () => requestReset(dependencies, owner, requestedAt),
    );
    expect(emails()).toEqual(['factorResetRequested']);
  });

  it('creates no record for an account that is being deleted', async () => {
    await users.remove(owner.userId, undefined, requestedAt);
    await expect(requestReset(dependencies, owner, requestedAt)).rejects.toThrow('being deleted');
    expect(published()).toEqual([]);
  });
});

describe('cancelReset', () => {
  it('removes the request and emails the owner that the app stays on', async () => {
    await requestReset(dependencies, owner, requestedAt);
    expect(await cancelReset(dependencies, owner, reset)).toBe(true);
    expect(await storedReset()).toBeUndefined();
    expect(emails()).toEqual(['factorResetRequested', 'factorResetCanceled']);
  });

  it('does not claim that the app stays on when it is off', async () => {
    await requestReset(dependencies, owner, requestedAt);
    expect(await cancelReset(dependencies, { ...owner, hasApp: false }, reset)).toBe(true);
    expect(await storedReset()).toBeUndefined();
    expect(emails()).toEqual(['factorResetRequested']);
  });

  it('can be repeated after a kill at any step', async () => {
    await killAtEachStep(
      () => requestReset(dependencies, owner, requestedAt),
      () => cancelReset(dependencies, owner, reset),
    );
    expect(await storedReset()).toBeUndefined();
    expect(emails()).toEqual(['factorResetRequested', 'factorResetCanceled']);
  });

  it('keeps a newer request', async () => {
    const newer = await requestReset(dependencies, owner, hoursLater(1));
    expect(await cancelReset(dependencies, owner, reset)).toBe(false);
    expect(await storedReset()).toEqual(newer);
  });
});

describe('endReset', () => {
  it('emails the owner that the app stays on', async () => {
    await requestReset(dependencies, owner, requestedAt);
    await endReset(dependencies, owner, reset);
    expect(await storedReset()).toBeUndefined();
    expect(emails()).toEqual(['factorResetRequested', 'factorResetCanceled']);
  });

  it('removes a request whose completion was interrupted, so that no later run continues it', async () => {
    await requestReset(dependencies, owner, requestedAt);
    await security.decideReset(owner.userId, reset, 'completed');
    await endReset(dependencies, owner, reset);
    expect(await completeReset(dependencies, owner, reset, hoursLater(24))).toBe(false);
    expect([calls(), await storedReset()]).toEqual([[], undefined]);
    expect(emails()).toEqual(['factorResetRequested']);
  });
});

describe('completeReset', () => {
  it('refuses before the waiting period has ended', async () => {
    await requestReset(dependencies, owner, requestedAt);
    const early = new Date(hoursLater(24).getTime() - 1);
    await expect(completeReset(dependencies, owner, reset, early)).rejects.toThrow('has not ended');
    expect(calls()).toEqual([]);
    expect(await storedReset()).toEqual(reset);
  });

  it('refuses a request that has expired', async () => {
    await requestReset(dependencies, owner, requestedAt);
    await expect(completeReset(dependencies, owner, reset, resetExpiresAt(reset))).rejects.toThrow('expired');
    expect(calls()).toEqual([]);
  });

  it('removes the owner from the team, signs out all devices, turns off the app and emails the owner', async () => {
    await requestReset(dependencies, owner, requestedAt);
    expect(await completeReset(dependencies, owner, reset, hoursLater(24))).toBe(true);
    expect(calls()).toEqual([
      AdminRemoveUserFromGroupCommand,
      AdminUserGlobalSignOutCommand,
      AdminSetUserMFAPreferenceCommand,
    ]);
    expect(await users.find(owner.userId)).toMatchObject({ reportedSecurity: { version: 1, hasApp: false } });
    expect(await storedReset()).toBeUndefined();
    expect(emails()).toEqual(['factorResetRequested', 'factorReset']);
  });

  it('removes the recovery codes', async () => {
    await security.replaceCodes(owner.userId, createRecoveryCodes(requestedAt).stored);
    await requestReset(dependencies, owner, requestedAt);
    await completeReset(dependencies, owner, reset, hoursLater(24));
    const user = await users.find(owner.userId);
    expect(user).not.toHaveProperty('recoveryCodes');
    expect(user?.reportedSecurity).not.toHaveProperty('recoveryCodes');
  });

  it('emails the given address, not an outdated one in the record', async () => {
    await requestReset(dependencies, owner, requestedAt);
    await completeReset(dependencies, { ...owner, email: 'new@example.test' }, reset, hoursLater(24));
    expect(published().at(-1)).toMatchObject({ change: 'factorReset', email: 'new@example.test' });
  });

  it('can be repeated after a kill at any step', async () => {
    const survived = await killAtEachStep(
      () => requestReset(dependencies, owner, requestedAt),
      () => completeReset(dependencies, owner, reset, hoursLater(24)),
    );
    expect(survived).toBe(4);
    expect(await storedReset()).toBeUndefined();
    expect(emails()).toEqual(['factorResetRequested', 'factorReset']);
  });

  it('does nothing after a cancellation, even an interrupted one', async () => {
    await requestReset(dependencies, owner, requestedAt);
    await security.decideReset(owner.userId, reset, 'canceled');
    expect(await completeReset(dependencies, owner, reset, hoursLater(24))).toBe(false);
    await cancelReset(dependencies, owner, reset);
    expect(await completeReset(dependencies, owner, reset, hoursLater(24))).toBe(false);
    expect(calls()).toEqual([]);
  });

  it('cannot be canceled once it has begun', async () => {
    await requestReset(dependencies, owner, requestedAt);
    pool.on(AdminSetUserMFAPreferenceCommand).callsFake(async () => {
      expect(await cancelReset(dependencies, owner, reset)).toBe(false);
      return {};
    });
    expect(await completeReset(dependencies, owner, reset, hoursLater(24))).toBe(true);
    expect(emails()).toEqual(['factorResetRequested', 'factorReset']);
  });

  it('emails the owner once when two operators complete it', async () => {
    await requestReset(dependencies, owner, requestedAt);
    await Promise.all([
      completeReset(dependencies, owner, reset, hoursLater(24)),
      completeReset(dependencies, owner, reset, hoursLater(25)),
    ]);
    expect(await storedReset()).toBeUndefined();
    expect(emails()).toEqual(['factorResetRequested', 'factorReset']);
  });
});
