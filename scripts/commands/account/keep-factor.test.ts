import { describe, expect, it } from 'vitest';
import { keepFactor } from './keep-factor.ts';
import { resetFactor } from './reset-factor.ts';
import { hoursLater, requestedAt, testAccounts } from './test-accounts.ts';

const { site, owner, broken, addRecord, storedUser, setReset, emails } = testAccounts();
const keep = () => keepFactor(owner.email, site);
const note = () => resetFactor(owner.email, site, { now: requestedAt, isAnswered: true, ask: undefined });
const request = { requestedAt: requestedAt.toISOString() };

describe('keepFactor', () => {
  it('cancels a request and emails the owner', async () => {
    await note();
    expect(await keep()).toBe(
      `Canceled the request to turn off the second factor of ${owner.email} on lorewright-prod. It stays on, and the owner gets an email.`,
    );
    expect(emails()).toEqual(['factorResetRequested', 'factorResetCanceled']);
    expect(await keep()).toMatch(/^There is no request/);
    const later = await resetFactor(owner.email, site, {
      now: hoursLater(24),
      isAnswered: true,
      ask: undefined,
    });
    expect(later[0]).toMatch(/^Noted the request/);
  });

  it('changes nothing without a request or a record', async () => {
    expect(await keep()).toMatch(/^There is no request .* Nothing was changed\.$/);
    await addRecord();
    expect(await keep()).toMatch(/^There is no request/);
    expect(emails()).toEqual([]);
  });

  it('refuses an address without an account', async () => {
    await expect(keepFactor('bea@example.test', site)).rejects.toThrow('no account with the address');
  });

  it('sends no email when the second factor is not on', async () => {
    await note();
    owner.hasApp = false;
    expect(await keep()).toMatch(/^Removed the request .* which is not on\.$/);
    expect(await storedUser()).not.toHaveProperty('factorReset');
    expect(emails()).toEqual(['factorResetRequested']);
  });

  it('can be repeated when the email was not sent', async () => {
    await note();
    broken.bus = true;
    await expect(keep()).rejects.toThrow('bus is away');
    expect(await keep()).toMatch(/^Canceled/);
    expect(emails()).toEqual(['factorResetRequested', 'factorResetCanceled']);
    expect(await storedUser()).not.toHaveProperty('factorReset');
  });

  it('says when it is too late', async () => {
    await note();
    await setReset({ ...request, outcome: 'completed' });
    await expect(keep()).rejects.toThrow(
      /^It is too late: the second factor of \S+ on lorewright-prod is being turned off\./,
    );
  });

  it('accepts that somebody else was faster', async () => {
    await note();
    const outputs = await Promise.all([keep(), keep()]);
    for (const output of outputs) expect(output).toMatch(/^(Canceled|Somebody else has just ended)/);
    expect(emails()).toEqual(['factorResetRequested', 'factorResetCanceled']);
  });
});
