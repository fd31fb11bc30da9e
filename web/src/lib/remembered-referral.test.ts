// @vitest-environment jsdom
import { act, cleanup, renderHook } from '@testing-library/react';
import fc from 'fast-check';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { referralDays } from '../../../contract/rules/retention.ts';
import {
  currentReferralCode,
  dayOf,
  forgetReferral,
  holdReferral,
  keepReferral,
  useReferralCode,
} from './remembered-referral.ts';

const dayMs = 24 * 60 * 60 * 1000;
const start = Date.parse('2026-01-01T00:00:00Z');
const dateOn = (day: number) => new Date(start + day * dayMs);
const keep = (code: string, day: number) => keepReferral(code, dayOf(dateOn(day)));
const codeOn = (day: number) => currentReferralCode(dateOn(day));

afterEach(() => {
  cleanup();
  vi.restoreAllMocks();
  forgetReferral();
  localStorage.clear();
});

describe('of several links', () => {
  it('keeps the latest, for 90 days from its latest visit', () => {
    const codes = fc.constantFrom('ana', 'bea', 'cleo');
    const steps = fc.array(fc.record({ code: codes, pause: fc.integer({ min: 0, max: 100 }) }), {
      minLength: 1,
      maxLength: 30,
    });
    fc.assert(
      fc.property(steps, (followed) => {
        localStorage.clear();
        let day = 0;
        let latest: string | undefined;
        for (const { code, pause } of followed) {
          day += pause;
          expect(codeOn(day)).toBe(pause < referralDays ? latest : undefined);
          keep(code, day);
          latest = code;
          expect(codeOn(day + referralDays - 1)).toBe(code);
        }
        expect(codeOn(day + referralDays)).toBeUndefined();
      }),
    );
  });
});

describe('a code', () => {
  it('is stored under its name, with the day', () => {
    keep('ana', 0);
    expect({ ...localStorage }).toEqual({ referralCode: 'ana', referralDay: '2026-01-01' });
  });

  it('is removed when its period ends', () => {
    keep('ana', 0);
    expect(codeOn(referralDays)).toBeUndefined();
    expect(localStorage).toHaveLength(0);
  });

  it.each([null, 'yesterday', '2026-13-77', '2999-01-01'])(
    'counts from the first read if it was stored with the day %j',
    (day) => {
      localStorage.setItem('referralCode', 'ana');
      if (day) localStorage.setItem('referralDay', day);
      expect(codeOn(10)).toBe('ana');
      expect(codeOn(10 + referralDays - 1)).toBe('ana');
      expect(codeOn(10 + referralDays)).toBeUndefined();
    },
  );

  it.each(['', 'ab', '<script>', 'x'.repeat(65)])('is not %j', (text) => {
    localStorage.setItem('referralCode', text);
    expect(codeOn(0)).toBeUndefined();
    keep('ana', 0);
    expect(codeOn(0)).toBe('ana');
  });

  it('is missing without storage', () => {
    vi.spyOn(Storage.prototype, 'getItem').mockImplementation(() => {
      throw new Error('blocked');
    });
    expect(codeOn(0)).toBeUndefined();
  });
});

describe('a code in memory', () => {
  it('takes precedence over a stored one, and does not change the device', () => {
    keep('ana', 0);
    const stored = { ...localStorage };
    holdReferral('bea');
    expect(codeOn(0)).toBe('bea');
    expect({ ...localStorage }).toEqual(stored);
  });

  it('is replaced by one that is stored', () => {
    holdReferral('bea');
    keep('ana', 0);
    expect(codeOn(0)).toBe('ana');
  });
});

describe('forgetReferral', () => {
  it('removes the code from memory, and every entry about referrals from the device', () => {
    keep('ana', 0);
    localStorage.setItem('referralsCounted', '2026-01-01 ana');
    localStorage.setItem('referralsToCount', 'ana');
    localStorage.setItem('theme', 'light');
    holdReferral('bea');
    forgetReferral();
    expect(codeOn(0)).toBeUndefined();
    expect({ ...localStorage }).toEqual({ theme: 'light' });
  });
});

describe('useReferralCode', () => {
  it('follows this tab and the others', () => {
    const { result } = renderHook(useReferralCode);
    expect(result.current).toBeUndefined();
    act(() => holdReferral('bea'));
    expect(result.current).toBe('bea');
    act(() => keepReferral('ana', dayOf(new Date())));
    expect(result.current).toBe('ana');
    act(() => {
      localStorage.clear();
      window.dispatchEvent(new StorageEvent('storage'));
    });
    expect(result.current).toBeUndefined();
  });
});
