import { beforeEach, describe, expect, it, vi } from 'vitest';
import { cancelReset } from '../../../lambdas/domain/security/factor-reset.ts';
import { resetFactor } from './reset-factor.ts';
import { hoursLater, requestedAt, testAccounts } from './test-accounts.ts';

const { site, owner, broken, addRecord, storedUser, setReset, emails, isSignedOut } = testAccounts();
const request = { requestedAt: requestedAt.toISOString() };

/** Runs the command this many hours after the first time. */
const run = async (hours: number, options: Partial<Parameters<typeof resetFactor>[2]> = {}) => {
  const lines = await resetFactor(owner.email, site, {
    now: hoursLater(hours),
    isAnswered: true,
    ask: undefined,
    ...options,
  });
  return lines.join('\n');
};

describe('resetFactor, without a request', () => {
  it('refuses an address without an account', async () => {
    const unknown = resetFactor('bea@example.test', site, {
      now: requestedAt,
      isAnswered: true,
      ask: undefined,
    });
    await expect(unknown).rejects.toThrow(
      'lorewright-prod has no account with the address bea@example.test. Ask for the address of the account',
    );
    const long = `${'a'.repeat(200)}@example.test`;
    await expect(
      resetFactor(long, site, { now: requestedAt, isAnswered: true, ask: undefined }),
    ).rejects.toThrow('no account');
  });

  it('changes nothing when the second factor is not on', async () => {
    owner.hasApp = false;
    expect(await run(0)).toBe(
      `The second factor of ${owner.email} on lorewright-prod is not on, so there is nothing to turn off.`,
    );
    expect([await storedUser(), emails(), isSignedOut()]).toEqual([undefined, [], false]);
  });

  it('notes a request, emails the owner, and says when to complete it', async () => {
    await addRecord();
    const output = await run(0);
    expect(output).toMatch(/^Noted the request to turn off the second factor of \S+ on lorewright-prod\./);
    expect(output).toContain('Run this command again after 2026-11-24 10:00 UTC (here ');
    expect(output).toContain('If the owner signs in before you run it again, the request is canceled');
    expect((await storedUser())?.factorReset).toEqual(request);
    expect([emails(), owner.hasApp, isSignedOut()]).toEqual([['factorResetRequested'], true, false]);
  });

  it('creates the record of a person who has an account only', async () => {
    await run(0);
    expect(await storedUser()).toMatchObject({ email: owner.email, factorReset: request });
  });

  it('notes one request when two operators run it at once', async () => {
    const outputs = await Promise.all([run(0), run(0.001)]);
    for (const output of outputs) expect(output).toContain('Run this command again after 2026-11-24 10:0');
    expect(emails()).toEqual(['factorResetRequested']);
  });

  it('repeats an email that was not sent', async () => {
    broken.bus = true;
    await expect(run(0)).rejects.toThrow('bus is away');
    await run(1);
    expect(emails()).toEqual(['factorResetRequested']);
    expect((await storedUser())?.factorReset).toEqual(request);
  });
});

describe('resetFactor, with a request', () => {
  beforeEach(async () => {
    await addRecord();
    await run(0);
  });

  it('says when it is too early', async () => {
    expect(await run(23.99)).toMatch(
      /^The request .* is from 2026-11-23 10:00 UTC .* too early .*\nRun this command again after 2026-11-24 10:00 UTC/,
    );
    expect([emails(), owner.hasApp]).toEqual([['factorResetRequested'], true]);
  });

  it('turns off the second factor, signs out all devices and emails the owner', async () => {
    expect(await run(24)).toBe(
      `Turned off the second factor of ${owner.email} on lorewright-prod and signed out all devices. The owner gets an email.\nThe password is enough to sign in now.`,
    );
    expect([emails(), owner.hasApp, isSignedOut()]).toEqual([
      ['factorResetRequested', 'factorReset'],
      false,
      true,
    ]);
    expect(await storedUser()).not.toHaveProperty('factorReset');
    expect(await run(25)).toContain('is not on');
  });

  it('asks before it completes', async () => {
    const ask = vi.fn(async () => 'no');
    await expect(run(24, { isAnswered: false, ask })).rejects.toThrow(
      'Nothing was changed. The request stays.',
    );
    expect(ask).toHaveBeenCalledExactlyOnceWith(
      expect.stringMatching(
        /^The second factor of \S+ on lorewright-prod was reported lost at 2026-11-23 10:00 UTC \(here .*\), and no sign-in has canceled it\. Turn it off, and sign out all devices\? \(yes\/no\) $/,
      ),
    );
    await expect(run(24, { isAnswered: false })).rejects.toThrow('add --yes');
    expect(owner.hasApp).toBe(true);
    expect(await run(24, { isAnswered: false, ask: async () => 'yes' })).toMatch(/^Turned off/);
  });

  it('turns nothing off when the owner signs in during the question', async () => {
    const ask = async () => {
      await cancelReset(site.reset, owner, request);
      return 'yes';
    };
    expect(await run(24, { isAnswered: false, ask })).toMatch(
      /^The request was canceled: .* stays on\.\nIf the owner still needs the reset/,
    );
    expect([owner.hasApp, isSignedOut()]).toEqual([true, false]);
    expect(await storedUser()).not.toHaveProperty('factorReset');
  });

  it('says that it is done when another operator completes it during the question', async () => {
    const ask = async () => {
      await run(24);
      return 'yes';
    };
    expect(await run(24, { isAnswered: false, ask })).toMatch(/^Turned off/);
    expect(emails()).toEqual(['factorResetRequested', 'factorReset']);
  });

  it('continues an interrupted completion, and asks again while the second factor is on', async () => {
    broken.cognito = true;
    await expect(run(24)).rejects.toThrow('cognito is away');
    const ask = vi.fn(async () => 'yes');
    expect(await run(24, { isAnswered: false, ask })).toMatch(/^Turned off/);
    expect(ask).toHaveBeenCalledExactlyOnceWith(expect.stringContaining('an earlier run was interrupted'));
    expect(emails()).toEqual(['factorResetRequested', 'factorReset']);
  });

  it('sends the email of a completion that was interrupted after the second factor was off', async () => {
    broken.bus = true;
    await expect(run(24)).rejects.toThrow('bus is away');
    expect(await run(25, { isAnswered: false })).toMatch(/^Turned off/);
    expect(emails()).toEqual(['factorResetRequested', 'factorReset']);
    expect(await storedUser()).not.toHaveProperty('factorReset');
  });

  it('removes it when the owner has turned off the second factor with a recovery code', async () => {
    owner.hasApp = false;
    expect(await run(24)).toContain('is not on');
    expect(await storedUser()).not.toHaveProperty('factorReset');
    expect([emails(), isSignedOut()]).toEqual([['factorResetRequested'], false]);
  });

  it.each([undefined, 'completed' as const])(
    'starts a new waiting period when the request is a week old and its outcome is %s',
    async (outcome) => {
      await setReset({ ...request, ...(outcome && { outcome }) });
      const week = 7 * 24;
      expect(await run(week)).toMatch(
        /^An earlier request has ended, because it was older than 7 days\.\nNoted the request/,
      );
      expect((await storedUser())?.factorReset).toEqual({ requestedAt: hoursLater(week).toISOString() });
      expect([emails(), owner.hasApp, isSignedOut()]).toEqual([
        ['factorResetRequested', 'factorResetRequested'],
        true,
        false,
      ]);
    },
  );

  it('finishes an interrupted cancellation, and starts no new waiting period', async () => {
    await setReset({ ...request, outcome: 'canceled' });
    expect(await run(24)).toMatch(/^The request was canceled: /);
    expect(await storedUser()).not.toHaveProperty('factorReset');
    expect(emails()).toEqual(['factorResetRequested', 'factorResetCanceled']);
  });
});
