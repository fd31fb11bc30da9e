import { useSyncExternalStore } from 'react';
import { type Access, accessOf, isLicensed } from '../../../contract/records/groups.ts';
import { storageChanges } from './storage-changes.ts';
import { readStored, writeStored } from './stored-text.ts';

/**
 * The data of a sign-in that pages need without loading the identity provider's code. It contains no
 * secrets: the server trusts only the access token, which stays in `identity-provider.ts`.
 */
export interface Session {
  /**
   * Stays the same when the address changes. Missing in old hints until the next call renews them.
   */
  userId?: string;
  email: string;
  groups: readonly string[];
  /**
   * When the sign-in expires by this device's clock, in milliseconds since 1970; tokens are renewed
   * many times before.
   */
  endsAtMs: number;
}

const storageKey = 'session';
const { notify, subscribe } = storageChanges();

/** The last text and its parsed value, so that the same text gives the same object. */
let lastRead: { text: string | null; session: Session | null } = { text: null, session: null };

export function currentSession(): Session | null {
  const text = readStored('local', storageKey);
  if (text !== lastRead.text) lastRead = { text, session: parseSession(text) };
  const { session } = lastRead;
  return session && session.endsAtMs > Date.now() ? session : null;
}

export function rememberSession(session: Session): void {
  writeStored('local', storageKey, JSON.stringify(session));
  notify();
}

export function forgetSession(): void {
  writeStored('local', storageKey, null);
  notify();
}

/**
 * The session of the visitor, null if signed out. Follows sign-ins and sign-outs in other tabs too.
 */
export function useSession(): Session | null {
  return useSyncExternalStore(subscribe, currentSession, () => null);
}

/** True for license holders. */
export function useIsLicensed(): boolean {
  return isLicensed(useSession()?.groups ?? []);
}

/**
 * The reason for the visitor's paid state. All pages that name a license or an order use it, so they
 * agree.
 */
export function useAccess(hasLicense?: boolean): Access {
  return accessOf(useSession()?.groups ?? [], hasLicense);
}

function parseSession(text: string | null): Session | null {
  try {
    const value: unknown = JSON.parse(text ?? 'null');
    return isSession(value) ? value : null;
  } catch {
    return null;
  }
}

function isSession(value: unknown): value is Session {
  if (typeof value !== 'object' || value === null) return false;
  const { userId, email, groups, endsAtMs } = value as Partial<Record<keyof Session, unknown>>;
  const isUserId = userId === undefined || typeof userId === 'string';
  return isUserId && typeof email === 'string' && Array.isArray(groups) && typeof endsAtMs === 'number';
}
