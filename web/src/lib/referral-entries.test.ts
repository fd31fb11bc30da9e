// @vitest-environment jsdom
import { afterEach, describe, expect, it, vi } from 'vitest';
import { hasReferralWork, referralEntries } from './referral-entries.ts';

afterEach(() => {
  vi.unstubAllGlobals();
  localStorage.clear();
});

describe('hasReferralWork', () => {
  const workWith = (key: string) => {
    localStorage.setItem(key, 'ana');
    return hasReferralWork();
  };

  it('is true for a visit that is not counted yet, and false for the other entries', () => {
    const { toCount, ...others } = referralEntries;
    for (const key of Object.values(others)) expect(workWith(key), key).toBe(false);
    expect(workWith(toCount)).toBe(true);
  });

  it.each(Object.values(referralEntries))('is true for %s with Global Privacy Control', (key) => {
    vi.stubGlobal('navigator', { globalPrivacyControl: true });
    expect(hasReferralWork()).toBe(false);
    expect(workWith(key)).toBe(true);
  });

  it.each([false, '1', undefined])('ignores Global Privacy Control of %j', (globalPrivacyControl) => {
    vi.stubGlobal('navigator', { globalPrivacyControl });
    expect(workWith(referralEntries.code)).toBe(false);
  });
});
