import { useCallback, useEffect, useRef, useState } from 'react';
import type { MailGroup } from '../../../../contract/records/user.ts';
import { mailGroupTexts } from '../../lib/mail-group-texts.ts';
import { readStored, writeStored } from '../../lib/stored-text.ts';
import { defaultPath, returnPath } from './return-path.ts';
import type { AuthPlace } from './use-auth-place.ts';

export interface Credentials {
  email: string;
  password: string;
}

/** The mail groups that a registering person chose, for this person only. */
export interface MailChoice {
  email: string;
  mailGroups: MailGroup[];
  /** In milliseconds since 1970. */
  chosenAtMs: number;
}

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
  /** Null without a registration. Signing in with another address does not change it. */
  mailChoice: MailChoice | null;
}

export const emptyMemory: AuthMemory = {
  email: '',
  codeSentAtMs: 0,
  secondFactorUntilMs: 0,
  returnTo: defaultPath,
  mailChoice: null,
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
    const { email, codeSentAtMs, secondFactorUntilMs, returnTo, mailChoice } = value as Record<
      string,
      unknown
    >;
    return {
      email: typeof email === 'string' ? email : '',
      codeSentAtMs: Number(codeSentAtMs) || 0,
      secondFactorUntilMs: Number(secondFactorUntilMs) || 0,
      returnTo: returnPath(typeof returnTo === 'string' ? returnTo : null),
      mailChoice: readMailChoice(mailChoice),
    };
  } catch {
    return emptyMemory;
  }
}

function readMailChoice(value: unknown): MailChoice | null {
  const { email, mailGroups, chosenAtMs } = (value ?? {}) as Record<string, unknown>;
  if (typeof email !== 'string') return null;
  return { email, mailGroups: knownMailGroups(mailGroups), chosenAtMs: Number(chosenAtMs) || 0 };
}

/** The mail groups in a value that an older page may have stored or sent. */
export function knownMailGroups(value: unknown): MailGroup[] {
  const chosen: unknown[] = Array.isArray(value) ? value : [];
  return mailGroupTexts.map(({ group }) => group).filter((group) => chosen.includes(group));
}

export type KeptMemory = ReturnType<typeof useAuthMemory>;

/** Keeps the state that the steps share. */
export function useAuthMemory({ step, returnTo }: AuthPlace) {
  const [memory, setMemory] = useState(() =>
    // Later steps keep the state of the first one.
    step === 'credentials' ? { ...readMemory(), returnTo: returnPath(returnTo) } : readMemory(),
  );
  useEffect(() => {
    if (step !== 'credentials') storeMemory(memory);
  }, [step, memory]);

  // An action that began before the last change reads this.
  const latestMemory = useRef(memory);
  const remember = useCallback((change: Partial<AuthMemory>) => {
    latestMemory.current = { ...latestMemory.current, ...change };
    setMemory(latestMemory.current);
  }, []);

  // Only in memory. The tab that registered signs in automatically once the address is confirmed.
  const knownCredentials = useRef<Credentials | null>(null);

  return {
    memory,
    latestMemory,
    knownCredentials,
    remember,
    forget(): void {
      knownCredentials.current = null;
      latestMemory.current = emptyMemory;
      setMemory(emptyMemory);
      storeMemory(emptyMemory);
    },
  };
}
