import { referralCodePattern } from '../../../contract/rules/referral-code.ts';
import { referralDays } from '../../../contract/rules/retention.ts';
import { readStored, writeStored } from './stored-text.ts';

const storageKey = 'referralCode';

export function isReferralCode(text: string): boolean {
  return referralCodePattern.test(text);
}

/** The day in UTC, `2026-11-22`. */
export function dayOf(now: Date): string {
  return now.toISOString().slice(0, 10);
}

/** The latest link counts, and its period begins with the latest visit. */
export function keepReferral(code: string, day: string): void {
  writeStored('local', storageKey, code);
  writeStored('local', 'referralDay', day);
}

/** The code of the visitor's latest link, while it counts. */
export function storedReferralCode(now = new Date()): string | undefined {
  const code = readStored('local', storageKey);
  if (!code || !isReferralCode(code)) return undefined;
  const today = dayOf(now);
  const day = readDay(today);
  const ageInDays = (Date.parse(today) - Date.parse(day)) / (24 * 60 * 60 * 1000);
  if (ageInDays < referralDays) return code;
  writeStored('local', storageKey, null);
  writeStored('local', 'referralDay', null);
  return undefined;
}

/**
 * A code without a day is from an older version: its period begins now. So does one with an invalid
 * or future day.
 */
function readDay(today: string): string {
  const day = readStored('local', 'referralDay');
  if (day && /^\d{4}-\d\d-\d\d$/.test(day) && Date.parse(day) <= Date.parse(today)) return day;
  writeStored('local', 'referralDay', today);
  return today;
}
