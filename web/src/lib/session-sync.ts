import type { User } from '../../../contract/records/user.ts';
import { callApi } from './call-api.ts';
import { logQuietly } from './log-quietly.ts';
import { refreshGroups } from './refresh-groups.ts';
import { currentSession, type Session } from './session.ts';

const firstWaitMs = 1_000;
const waitGrowth = 1.5;
/** 75 seconds in total. A difference that lasts longer is intended. */
const maxAttempts = 10;

interface SessionSync {
  /** Call it with each response about the record. */
  compare: (user: User) => Promise<void>;
  stop: () => void;
}

/**
 * Syncs the email address and the license between record and tokens. Either can be newer after a
 * change elsewhere or an interrupted change. While they differ, it retries at growing intervals.
 */
export function createSessionSync(take: (user: User) => void): SessionSync {
  let latest: User | undefined;
  let lastState = '';
  let attempts = 0;
  let isBusy = false;
  let timer: ReturnType<typeof setTimeout> | undefined;

  async function sync(): Promise<void> {
    clearTimeout(timer);
    timer = undefined;
    const session = currentSession();
    if (!session || !latest || isBusy || attempts >= maxAttempts) return;
    const hasSameAddress = latest.email === session.email;
    if (hasSameAddress && hasSameLicense(latest, session)) return;
    const waitMs = firstWaitMs * waitGrowth ** attempts;
    // An attempt without a connection would fail.
    if (navigator.onLine) await attempt(hasSameAddress);
    if (latest) timer = setTimeout(() => void sync(), waitMs);
  }

  async function attempt(hasSameAddress: boolean): Promise<void> {
    isBusy = true;
    attempts += 1;
    try {
      if (!hasSameAddress) take(await callApi('syncEmail'));
      await refreshGroups();
    } catch (cause) {
      logQuietly('The tokens could not be renewed', cause);
    } finally {
      isBusy = false;
    }
  }

  return {
    async compare(user) {
      latest = user;
      const { email, groups } = currentSession() ?? {};
      const state = JSON.stringify([user.email, user.subscription.status, email, groups]);
      if (state !== lastState) attempts = 0;
      // A pending timer continues, unless the difference has changed.
      if (state !== lastState || timer === undefined) {
        lastState = state;
        await sync();
      }
    },
    stop() {
      latest = undefined;
      clearTimeout(timer);
    },
  };
}

function hasSameLicense({ subscription }: User, { groups }: Session): boolean {
  return (subscription.status === 'active') === groups.includes('paid');
}
