// @vitest-environment jsdom
import fc from 'fast-check';
import { afterEach, describe, expect, it, vi } from 'vitest';
import {
  dayOf,
  firstTouchDays,
  keepTouch,
  storedReferralCode,
  type Touch,
  touchThatCounts,
} from './referral-code.ts';

const dayMs = 24 * 60 * 60 * 1000;
const start = Date.parse('2026-01-01T00:00:00Z');
const dateOn = (day: number) => new Date(start + day * dayMs);
const touch = (code: string, day: number): Touch => ({ code, day: dayOf(dateOn(day)) });
const codeOn = (day: number) => storedReferralCode(dateOn(day));

afterEach(() => {
  vi.restoreAllMocks();
  localStorage.clear();
});

describe('of several links', () => {
  it('the first counts for 90 days, whatever comes in between', () => {
    const codes = fc.constantFrom('ana', 'bea', 'cleo');
    const steps = fc.array(fc.record({ code: codes, pause: fc.integer({ min: 0, max: 100 }) }), {
      minLength: 1,
      maxLength: 30,
    });
    fc.assert(
      fc.property(steps, (followed) => {
        localStorage.clear();
        let day = 0;
        let first: { code: string; day: number } | undefined;
        for (const { code, pause } of followed) {
          day += pause;
          if (first && day - first.day >= 90) first = undefined;
          expect(codeOn(day)).toBe(first?.code);
          first ??= { code, day };
          keepTouch(touch(code, day));
          expect(codeOn(day)).toBe(first.code);
          expect(codeOn(first.day + 89)).toBe(first.code);
        }
      }),
    );
  });

  it('the same one, followed again, does not begin anew', () => {
    const kept = touch('ana', 0);
    expect(touchThatCounts(kept, touch('ana', firstTouchDays - 1))).toBe(kept);
    expect(touchThatCounts(kept, touch('ana', firstTouchDays))).toEqual(touch('ana', firstTouchDays));
  });
});

describe('a code', () => {
  it('is kept under its name, with the day', () => {
    keepTouch(touch('ana', 0));
    expect({ ...localStorage }).toEqual({ referralCode: 'ana', referralDay: '2026-01-01' });
  });

  it('is forgotten when its time is over', () => {
    keepTouch(touch('ana', 0));
    expect(codeOn(firstTouchDays)).toBeUndefined();
    expect(localStorage).toHaveLength(0);
  });

  it.each([null, 'yesterday', '2026-13-77', '2999-01-01'])(
    'that was kept with the day %j counts from the first look',
    (day) => {
      localStorage.setItem('referralCode', 'ana');
      if (day) localStorage.setItem('referralDay', day);
      expect(codeOn(10)).toBe('ana');
      keepTouch(touch('bea', 10 + firstTouchDays - 1));
      expect(codeOn(10 + firstTouchDays - 1)).toBe('ana');
      expect(codeOn(10 + firstTouchDays)).toBeUndefined();
    },
  );

  it.each(['', 'ab', '<script>', 'x'.repeat(65)])('is not %j', (text) => {
    localStorage.setItem('referralCode', text);
    expect(codeOn(0)).toBeUndefined();
    keepTouch(touch('ana', 0));
    expect(codeOn(0)).toBe('ana');
  });

  it('is none where nothing can be kept', () => {
    vi.spyOn(Storage.prototype, 'getItem').mockImplementation(() => {
      throw new Error('blocked');
    });
    expect(codeOn(0)).toBeUndefined();
  });
});
