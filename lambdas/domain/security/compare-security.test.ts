import { describe, expect, it } from 'vitest';
import type { RecoveryCodes, ReportedSecurity } from '../users/user-store.ts';
import { compareSecurity, nothingReported } from './compare-security.ts';

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

describe('compareSecurity', () => {
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
