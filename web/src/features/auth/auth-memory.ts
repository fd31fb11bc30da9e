import { readStored, writeStored } from '../../lib/stored-text.ts';
import { defaultPath, returnPath } from './return-path.ts';

/** The state that the steps share and that survives a reload. Never contains a code or a password. */
export interface AuthMemory {
  /** The email address of the visitor; empty until it is known. */
  email: string;
  /** When the last email with a code was sent, in milliseconds since 1970. */
  codeSentAtMs: number;
  /** The time until which a sign-in waits for the code of an authenticator app. */
  secondFactorUntilMs: number;
  /** The page to open after the sign-in. */
  returnTo: string;
}

export const emptyMemory: AuthMemory = {
  email: '',
  codeSentAtMs: 0,
  secondFactorUntilMs: 0,
  returnTo: defaultPath,
};

const storageKey = 'authStep';

/** Stored for the open tab only. */
export function storeMemory(memory: AuthMemory): void {
  writeStored('session', storageKey, memory === emptyMemory ? null : JSON.stringify(memory));
}

export function readMemory(): AuthMemory {
  try {
    const value: unknown = JSON.parse(readStored('session', storageKey) ?? 'null');
    if (typeof value !== 'object' || value === null) return emptyMemory;
    const { email, codeSentAtMs, secondFactorUntilMs, returnTo } = value as Record<string, unknown>;
    return {
      email: typeof email === 'string' ? email : '',
      codeSentAtMs: Number(codeSentAtMs) || 0,
      secondFactorUntilMs: Number(secondFactorUntilMs) || 0,
      returnTo: returnPath(typeof returnTo === 'string' ? returnTo : null),
    };
  } catch {
    return emptyMemory;
  }
}
