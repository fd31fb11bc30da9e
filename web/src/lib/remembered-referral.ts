import { useSyncExternalStore } from 'react';
import { referralCodePattern, tidyReferralCode } from '../../../contract/rules/referral-code.ts';
import { referralDays } from '../../../contract/rules/retention.ts';
import { referralEntries } from './referral-entries.ts';
import { storageChanges } from './storage-changes.ts';
import { readStored, writeStored } from './stored-text.ts';

/** A code that is not stored on the device: the visitor has not agreed, or the browser objects. */
let codeInMemory: string | undefined;
const { notify, subscribe } = storageChanges();

/** Parses a code from a link or from the storage; null if it is not a code. */
export function readReferralCode(text: string | null): string | null {
  const code = tidyReferralCode(text ?? '');
  return referralCodePattern.test(code) ? code : null;
}

/** The day in UTC, `2026-11-22`. */
export function dayOf(now: Date): string {
  return now.toISOString().slice(0, 10);
}

/** Keeps the code until the visitor leaves or reloads the page. */
export function holdReferral(code: string): void {
  codeInMemory = code;
  notify();
}

/** Stores the code of the latest link. Its period begins with the latest visit. */
export function keepReferral(code: string, day: string): void {
  writeStored('local', referralEntries.code, code);
  writeStored('local', referralEntries.day, day);
  codeInMemory = undefined;
  notify();
}

/** Removes the code from memory, and everything about referrals from the device, in all tabs. */
export function forgetReferral(): void {
  for (const key of Object.values(referralEntries)) writeStored('local', key, null);
  codeInMemory = undefined;
  notify();
}

/** The code of the visitor's latest link, until its period ends. */
export function currentReferralCode(now = new Date()): string | undefined {
  return codeInMemory ?? storedReferralCode(now);
}

/** Follows the other tabs too. */
export function useReferralCode(): string | undefined {
  return useSyncExternalStore(
    subscribe,
    () => currentReferralCode(),
    () => undefined,
  );
}

/** The code that is stored on the device, until its period ends. */
export function storedReferralCode(now = new Date()): string | undefined {
  const code = readReferralCode(readStored('local', referralEntries.code));
  if (!code) return undefined;
  const today = dayOf(now);
  const day = readDay(today);
  const ageInDays = (Date.parse(today) - Date.parse(day)) / (24 * 60 * 60 * 1000);
  if (ageInDays < referralDays) return code;
  writeStored('local', referralEntries.code, null);
  writeStored('local', referralEntries.day, null);
  return undefined;
}

/**
 * The period of a code without a valid day begins now: it is from an older version, or the day is
 * invalid or in the future.
 */
function readDay(today: string): string {
  const day = readStored('local', referralEntries.day);
  if (day && /^\d{4}-\d\d-\d\d$/.test(day) && Date.parse(day) <= Date.parse(today)) return day;
  writeStored('local', referralEntries.day, today);
  return today;
}
