import type { User } from '../../../contract/records/user.ts';
import { channelOfUser } from '../../../contract/rules/doorbell-channels.ts';
import { ApiError } from './api-error.ts';
import { readIfChanged } from './call-api.ts';
import { followChannel } from './follow-channel.ts';
import { messageOf } from './message-of.ts';

const firstRetryMs = 1_000;
const retryGrowth = 1.5;
const longestRetryMs = 60_000;

interface UserListeners {
  /** Called with the record after each response, even when nothing has changed. */
  onUser: (user: User) => void;
  /** Called with a sentence for the visitor; following continues automatically. */
  onFailure: (failure: string) => void;
}

export interface FollowedUser {
  /** Reads the record now, on the visitor's request. */
  ask: () => void;
  /** Applies the response of the visitor's own change. Earlier requests are then outdated. */
  take: (user: User) => void;
  stop: () => void;
}

/**
 * Follows the signed-in user's record: reads it now and whenever its channel rings. A hidden page reads nothing.
 * Retries failures at growing intervals. It ends with the sign-in.
 */
export function followUser({ onUser, onFailure }: UserListeners): FollowedUser {
  let known: { user: User; version: string | null } | null = null;
  let failures = 0;
  let hasEnded = false;
  let timer: ReturnType<typeof setTimeout> | undefined;
  /** The number of the latest request. Responses to earlier pending requests are ignored. */
  let lastQuestion = 0;
  let isAsking = false;
  /** The doorbell rang during a request, whose response may be older than the change. */
  let hasRung = false;

  const mayAsk = () => !hasEnded && document.visibilityState === 'visible' && navigator.onLine;

  function ring(): void {
    if (isAsking) hasRung = true;
    else void ask();
  }

  async function ask(): Promise<void> {
    clearTimeout(timer);
    if (!mayAsk()) return;
    const question = outdate();
    isAsking = true;
    hasRung = false;
    try {
      const reading = await readIfChanged('me', known?.version ?? null);
      if (question !== lastQuestion) return;
      if (reading) known = { user: reading.result, version: reading.version };
      failures = 0;
      if (known) onUser(known.user);
    } catch (error) {
      if (question !== lastQuestion) return;
      if (error instanceof ApiError && error.code === 'unauthenticated') stop();
      if (mayAsk()) timer = setTimeout(ask, Math.min(firstRetryMs * retryGrowth ** failures, longestRetryMs));
      failures += 1;
      onFailure(messageOf(error));
    } finally {
      if (question === lastQuestion) {
        isAsking = false;
        if (hasRung) void ask();
      }
    }
  }

  /** Responses to earlier requests no longer count. */
  function outdate(): number {
    lastQuestion += 1;
    isAsking = false;
    return lastQuestion;
  }

  function take(user: User): void {
    outdate();
    known = { user, version: null };
    onUser(user);
  }

  function goOffline(): void {
    clearTimeout(timer);
    outdate();
    onFailure('You are offline.');
  }

  function begin(): void {
    failures = 0;
    if (navigator.onLine) void ask();
    else goOffline();
  }

  function changeVisibility(): void {
    if (document.visibilityState === 'hidden') clearTimeout(timer);
    else if (!navigator.onLine) goOffline();
  }

  function stop(): void {
    hasEnded = true;
    outdate();
    clearTimeout(timer);
    endFollowing();
    document.removeEventListener('visibilitychange', changeVisibility);
    window.removeEventListener('offline', goOffline);
  }

  document.addEventListener('visibilitychange', changeVisibility);
  window.addEventListener('offline', goOffline);
  begin();
  const endFollowing = followChannel({ channelOf: channelOfUser, onRing: ring });

  return { ask: begin, take, stop };
}
