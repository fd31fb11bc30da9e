import type { User } from '../../../contract/records/user.ts';
import { ApiError } from './api-error.ts';
import { readIfChanged } from './call-api.ts';
import { messageOf } from './message-of.ts';

/** Short enough to show a change within two seconds. */
const pauseMs = 1_500;
const firstRetryMs = 1_000;
const retryGrowth = 1.5;
const longestRetryMs = 60_000;

interface UserPollListeners {
  /** Gets the record after each response, also when nothing has changed. */
  onUser: (user: User) => void;
  /** Gets a sentence for the visitor; polling continues by itself. */
  onFailure: (failure: string) => void;
}

export interface UserPoll {
  /** Polls now, because the visitor wants it. */
  ask: () => void;
  /** Applies the response of the visitor's own change. Earlier requests are then outdated. */
  take: (user: User) => void;
  stop: () => void;
}

/**
 * Polls the signed-in user's record while the page is visible and online; otherwise it does
 * nothing. After a failure the intervals grow. It ends with the sign-in.
 */
export function pollUser({ onUser, onFailure }: UserPollListeners): UserPoll {
  let known: { user: User; version: string | null } | null = null;
  let failures = 0;
  let hasEnded = false;
  let timer: ReturnType<typeof setTimeout> | undefined;
  /** Of several pending requests, only the response to the last counts. */
  let lastQuestion = 0;

  const mayAsk = () => !hasEnded && document.visibilityState === 'visible' && navigator.onLine;

  function askIn(milliseconds: number): void {
    clearTimeout(timer);
    if (mayAsk()) timer = setTimeout(ask, milliseconds);
  }

  async function ask(): Promise<void> {
    clearTimeout(timer);
    if (!mayAsk()) return;
    lastQuestion += 1;
    const question = lastQuestion;
    try {
      const reading = await readIfChanged('me', known?.version ?? null);
      if (question !== lastQuestion) return;
      if (reading) known = { user: reading.result, version: reading.version };
      failures = 0;
      if (known) onUser(known.user);
      askIn(pauseMs);
    } catch (error) {
      if (question !== lastQuestion) return;
      if (error instanceof ApiError && error.code === 'unauthenticated') stop();
      askIn(Math.min(firstRetryMs * retryGrowth ** failures, longestRetryMs));
      failures += 1;
      onFailure(messageOf(error));
    }
  }

  function take(user: User): void {
    lastQuestion += 1;
    known = { user, version: null };
    onUser(user);
    askIn(pauseMs);
  }

  function goOffline(): void {
    clearTimeout(timer);
    lastQuestion += 1;
    onFailure('You are offline.');
  }

  function begin(): void {
    failures = 0;
    if (navigator.onLine) void ask();
    else goOffline();
  }

  function changeVisibility(): void {
    if (document.visibilityState === 'visible') begin();
    else clearTimeout(timer);
  }

  function stop(): void {
    hasEnded = true;
    lastQuestion += 1;
    clearTimeout(timer);
    document.removeEventListener('visibilitychange', changeVisibility);
    window.removeEventListener('online', begin);
    window.removeEventListener('offline', goOffline);
  }

  document.addEventListener('visibilitychange', changeVisibility);
  window.addEventListener('online', begin);
  window.addEventListener('offline', goOffline);
  begin();

  return { ask: begin, take, stop };
}
