import type { User } from '../../../contract/records/user.ts';
import { channelOfUser } from '../../../contract/rules/doorbell-channels.ts';
import { ApiError } from './api-error.ts';
import { readIfChanged } from './call-api.ts';
import { followChannel } from './follow-channel.ts';
import { messageOf } from './message-of.ts';

/** While there is no connection to the doorbell. */
const askEveryMs = 60_000;
const firstRetryMs = 1_000;
const retryGrowth = 1.5;
const longestRetryMs = 60_000;

interface UserListeners {
  /** Gets the record after each response, also when nothing has changed. */
  onUser: (user: User) => void;
  /** Gets a sentence for the visitor; following continues by itself. */
  onFailure: (failure: string) => void;
}

export interface FollowedUser {
  /** Reads the record now, because the visitor wants it. */
  ask: () => void;
  /** Applies the response of the visitor's own change. Earlier requests are then outdated. */
  take: (user: User) => void;
  stop: () => void;
}

/**
 * Follows the signed-in user's record: reads it when the page becomes visible or online and when the
 * doorbell rings, and once a minute while there is no connection to the doorbell. A hidden page reads
 * nothing. After a failure it tries again at growing intervals. It ends with the sign-in.
 */
export function followUser({ onUser, onFailure }: UserListeners): FollowedUser {
  let known: { user: User; version: string | null } | null = null;
  let failures = 0;
  let hasEnded = false;
  let timer: ReturnType<typeof setTimeout> | undefined;
  /** Of several pending requests, only the response to the last counts. */
  let lastQuestion = 0;
  let pendingCount = 0;
  /** The doorbell rang during a request, whose response may be older than the change. */
  let hasRung = false;
  const doorbell = followChannel({
    channelOf: channelOfUser,
    onRing() {
      if (pendingCount > 0) hasRung = true;
      else void ask();
    },
    onConnection: (isConnected) => {
      if (isConnected) clearTimeout(timer);
      else if (failures === 0) askIn(askEveryMs);
    },
  });

  const mayAsk = () => !hasEnded && document.visibilityState === 'visible' && navigator.onLine;

  function askIn(milliseconds: number): void {
    clearTimeout(timer);
    if (mayAsk()) timer = setTimeout(ask, milliseconds);
  }

  function askLater(): void {
    if (!doorbell.isConnected()) askIn(askEveryMs);
  }

  async function ask(): Promise<void> {
    clearTimeout(timer);
    if (!mayAsk()) return;
    lastQuestion += 1;
    const question = lastQuestion;
    pendingCount += 1;
    hasRung = false;
    try {
      const reading = await readIfChanged('me', known?.version ?? null);
      if (question !== lastQuestion) return;
      if (reading) known = { user: reading.result, version: reading.version };
      failures = 0;
      if (known) onUser(known.user);
      askLater();
    } catch (error) {
      if (question !== lastQuestion) return;
      if (error instanceof ApiError && error.code === 'unauthenticated') stop();
      askIn(Math.min(firstRetryMs * retryGrowth ** failures, longestRetryMs));
      failures += 1;
      onFailure(messageOf(error));
    } finally {
      pendingCount -= 1;
      if (hasRung && pendingCount === 0) void ask();
    }
  }

  function take(user: User): void {
    lastQuestion += 1;
    known = { user, version: null };
    onUser(user);
    askLater();
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
    doorbell.stop();
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
