import { readStored, writeStored } from '../../lib/stored-text.ts';

/** Where somebody is on the way in. */
export type AuthStep =
  | { name: 'credentials' }
  | { name: 'forgot-password' }
  | { name: 'confirm'; email: string }
  /** The link in a mail is being redeemed. */
  | { name: 'confirming' }
  /** `code` comes with the link in a mail; without one it is asked for. */
  | { name: 'new-password'; email: string; code?: string }
  | { name: 'signed-in' };

const storageKey = 'authStep';

/** Lets a reload continue at a step that waits for a mail. Never holds a code or a password. */
export function rememberStep(step: AuthStep): void {
  const waitsForMail = step.name === 'confirm' || step.name === 'new-password';
  writeStored(
    'session',
    storageKey,
    waitsForMail ? JSON.stringify({ name: step.name, email: step.email }) : null,
  );
}

export function rememberedStep(): AuthStep | null {
  try {
    const value: unknown = JSON.parse(readStored('session', storageKey) ?? 'null');
    if (typeof value !== 'object' || value === null) return null;
    const { name, email } = value as Record<string, unknown>;
    if (typeof email !== 'string') return null;
    return name === 'confirm' || name === 'new-password' ? { name, email } : null;
  } catch {
    return null;
  }
}
