import { referralCodePattern } from '../../../contract/referral-code.ts';
import { readStored, writeStored } from './stored-text.ts';

/** So long the link that somebody came by first is the one that counts. */
export const firstTouchDays = 90;

const storageKey = 'referralCode';

/** A link that somebody came by. */
export interface Touch {
  code: string;
  /** The day in UTC, `2026-11-22`. */
  day: string;
}

export function isReferralCode(text: string): boolean {
  return referralCodePattern.test(text);
}

export function dayOf(now: Date): string {
  return now.toISOString().slice(0, 10);
}

/** Which of two links counts: the first, until its time is over. It does not begin anew when the same link is followed again. */
export function touchThatCounts(kept: Touch | undefined, followed: Touch): Touch {
  return kept && isWithinItsTime(kept, followed.day) ? kept : followed;
}

/** Also when the clock has been put back since. */
function isWithinItsTime({ day }: Touch, today: string): boolean {
  return (Date.parse(today) - Date.parse(day)) / (24 * 60 * 60 * 1000) < firstTouchDays;
}

export function keepTouch(followed: Touch): void {
  const { code, day } = touchThatCounts(readTouch(followed.day), followed);
  writeStored('local', storageKey, code);
  writeStored('local', 'referralDay', day);
}

/** The code of the link this visitor came by first, as long as it counts. */
export function storedReferralCode(now = new Date()): string | undefined {
  const today = dayOf(now);
  const kept = readTouch(today);
  if (!kept) return undefined;
  if (isWithinItsTime(kept, today)) return kept.code;
  writeStored('local', storageKey, null);
  writeStored('local', 'referralDay', null);
  return undefined;
}

/** A code without a day was kept before days were: its time begins now. So does one with a day that is none, or lies ahead. */
function readTouch(today: string): Touch | undefined {
  const code = readStored('local', storageKey);
  if (!code || !isReferralCode(code)) return undefined;
  const day = readStored('local', 'referralDay');
  if (day && /^\d{4}-\d\d-\d\d$/.test(day) && Date.parse(day) <= Date.parse(today)) return { code, day };
  writeStored('local', 'referralDay', today);
  return { code, day: today };
}
