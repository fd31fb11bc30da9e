// @vitest-environment jsdom
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { User } from '../../../contract/records/user.ts';
import { ApiError } from './api-error.ts';
import { type Reading, readIfChanged } from './call-api.ts';
import { type FollowedUser, followUser } from './follow-user.ts';
import { listenToDoorbell } from './listen-to-doorbell.ts';
import { loadWebSettings } from './load-web-settings.ts';
import { rememberSession } from './session.ts';
import { newUser } from './test-user.ts';

vi.mock('./call-api.ts');
vi.mock('./listen-to-doorbell.ts');
vi.mock('./load-web-settings.ts');

const licensed: User = {
  ...newUser,
  subscription: { status: 'active', plan: 'lifetime', lastPaymentDate: '2025-09-03T10:00:00Z' },
};
const ask = vi.mocked(readIfChanged);
const onUser = vi.fn<(user: User) => void>();
const onFailure = vi.fn<(failure: string) => void>();
let followed: FollowedUser | undefined;
const listen = vi.mocked(listenToDoorbell);
const endListening = vi.fn();
const wake = vi.fn();
const doorbell = { url: 'wss://rings.test', host: 'api.test' };

function follow() {
  followed = followUser({ onUser, onFailure });
  return followed;
}

/** Returns the callback that the last connection got for rings. */
const rung = () => listen.mock.lastCall?.[0] ?? expect.fail('The page does not listen.');

async function followConnected() {
  const following = follow();
  await settle();
  rung().onConnection(true);
  return following;
}

const settle = (milliseconds = 0) => vi.advanceTimersByTimeAsync(milliseconds);

function setVisibility(state: DocumentVisibilityState) {
  vi.spyOn(document, 'visibilityState', 'get').mockReturnValue(state);
  document.dispatchEvent(new Event('visibilitychange'));
}

function setOnline(isOnline: boolean) {
  vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(isOnline);
  window.dispatchEvent(new Event(isOnline ? 'online' : 'offline'));
}

/** The next response arrives when the function is called. */
function holdNextAnswer(): (reading: Reading<User> | null) => void {
  let answer: (reading: Reading<User> | null) => void = () => {};
  ask.mockReturnValueOnce(
    new Promise((resolve) => {
      answer = resolve;
    }) as never,
  );
  return (reading) => answer(reading);
}

beforeEach(() => {
  vi.resetAllMocks();
  vi.restoreAllMocks();
  vi.useFakeTimers();
  ask.mockResolvedValue({ result: newUser, version: '"1"' });
  listen.mockReturnValue({ wake, stop: endListening });
  vi.mocked(loadWebSettings).mockResolvedValue({ doorbell } as never);
  rememberSession({ userId: 'ana', email: newUser.email, groups: [], endsAtMs: Date.now() + 86_400_000 });
});

afterEach(() => {
  followed?.stop();
  localStorage.clear();
  vi.useRealTimers();
});

describe('with a connection to the doorbell', () => {
  it('subscribes to the channel of the user', async () => {
    await followConnected();
    expect(rung().settings).toEqual(doorbell);
    expect(rung().readChannel()).toBe('/users/ana');
  });

  it('reads the record when it rings, and otherwise twice an hour, because a ring can get lost', async () => {
    await followConnected();
    await settle(1_799_000);
    expect(ask).toHaveBeenCalledTimes(1);

    ask.mockResolvedValue({ result: licensed, version: '"2"' });
    rung().onRing({ version: '2' });
    await settle();
    expect(ask).toHaveBeenLastCalledWith('me', '"1"');
    expect(onUser).toHaveBeenLastCalledWith(licensed);
  });

  it('reads once when the page opens, and reads changes from before the connection a minute later', async () => {
    await followConnected();
    rung().onRing({});
    await settle(59_000);
    expect(ask).toHaveBeenCalledTimes(1);
    await settle(1_000);
    expect(ask).toHaveBeenCalledTimes(2);
    await settle(1_799_000);
    expect(ask).toHaveBeenCalledTimes(2);
    rung().onRing({});
    await settle();
    expect(ask).toHaveBeenCalledTimes(3);
  });

  it('reads once more after any number of rings during a request', async () => {
    await followConnected();
    const answer = holdNextAnswer();
    rung().onRing({ version: '2' });
    for (let ring = 0; ring < 5; ring++) rung().onRing({ version: '3' });
    expect(ask).toHaveBeenCalledTimes(2);
    answer({ result: newUser, version: '"1"' });
    await settle();
    expect(ask).toHaveBeenCalledTimes(3);
  });

  it('polls once a minute while the connection is lost', async () => {
    await followConnected();
    rung().onConnection(false);
    await settle(180_000);
    expect(ask).toHaveBeenCalledTimes(4);
    rung().onConnection(true);
    await settle(1_799_000);
    expect(ask).toHaveBeenCalledTimes(4);
  });

  it('ends when the page is hidden for five minutes, and starts again when it is visible', async () => {
    await followConnected();
    setVisibility('hidden');
    await settle(299_000);
    expect(endListening).not.toHaveBeenCalled();
    await settle(1_000);
    expect(endListening).toHaveBeenCalledOnce();
    expect(vi.getTimerCount()).toBe(0);

    setVisibility('visible');
    await settle();
    expect(listen).toHaveBeenCalledTimes(2);
    expect(ask).toHaveBeenCalledTimes(2);
  });

  it('is checked when the page becomes visible or online again', async () => {
    await followConnected();
    setVisibility('hidden');
    setVisibility('visible');
    expect(wake).toHaveBeenCalledTimes(1);
    setOnline(true);
    expect(wake).toHaveBeenCalledTimes(2);
  });

  it('continues when the page is hidden for a moment', async () => {
    await followConnected();
    setVisibility('hidden');
    await settle(60_000);
    setVisibility('visible');
    await settle(600_000);
    expect(endListening).not.toHaveBeenCalled();
    expect(listen).toHaveBeenCalledTimes(1);
  });
});

describe('without a connection to the doorbell', () => {
  it.each([
    ['the stage has none', () => vi.mocked(loadWebSettings).mockResolvedValue({} as never)],
    ['the settings do not arrive', () => vi.mocked(loadWebSettings).mockRejectedValue(new Error('No.'))],
    ['it cannot connect', () => {}],
  ])('asks once a minute when %s', async (_, prepare) => {
    prepare();
    follow();
    await settle(59_000);
    expect(ask).toHaveBeenCalledTimes(1);
    await settle(1_000);
    expect(ask).toHaveBeenCalledTimes(2);
    await settle(600_000);
    expect(ask).toHaveBeenCalledTimes(12);
  });

  it('requests only newer records, and keeps the current one if there is none', async () => {
    const { ask: askNow } = follow();
    await settle();
    expect(ask).toHaveBeenLastCalledWith('me', null);

    ask.mockResolvedValue(null);
    askNow();
    await settle();
    expect(ask).toHaveBeenLastCalledWith('me', '"1"');
    expect(onUser).toHaveBeenLastCalledWith(newUser);
    expect(onFailure).not.toHaveBeenCalled();
  });
});

describe('while the page is hidden', () => {
  it('reads nothing, and reads at once when it becomes visible', async () => {
    follow();
    await settle();
    setVisibility('hidden');
    await settle(3_600_000);
    expect(ask).toHaveBeenCalledTimes(1);
    setVisibility('visible');
    expect(ask).toHaveBeenCalledTimes(2);
  });

  it('does not continue in the background after a pending response', async () => {
    const answer = holdNextAnswer();
    follow();
    setVisibility('hidden');
    answer({ result: newUser, version: null });
    await settle(120_000);
    expect(ask).toHaveBeenCalledTimes(1);
    expect(onUser).toHaveBeenCalledWith(newUser);
  });

  it('does not start in a background tab', async () => {
    vi.spyOn(document, 'visibilityState', 'get').mockReturnValue('hidden');
    follow();
    await settle(120_000);
    expect(ask).not.toHaveBeenCalled();
    expect(listen).not.toHaveBeenCalled();
  });
});

describe('offline', () => {
  it('reports it and does nothing, and reads at once when online', async () => {
    follow();
    await settle();
    setOnline(false);
    expect(onFailure).toHaveBeenLastCalledWith('You are offline.');
    await settle(3_600_000);
    expect(ask).toHaveBeenCalledTimes(1);

    setOnline(true);
    expect(ask).toHaveBeenCalledTimes(2);
  });

  it('reports it at the start and when the visitor retries', () => {
    vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false);
    const { ask: tryAgain } = follow();
    expect(onFailure).toHaveBeenCalledWith('You are offline.');
    tryAgain();
    expect(onFailure).toHaveBeenCalledTimes(2);
    expect(ask).not.toHaveBeenCalled();
  });
});

describe('after a failure', () => {
  it('retries at growing intervals, up to a minute', async () => {
    ask.mockRejectedValue(new ApiError('unavailable', 'The server is asleep.'));
    const askedAtMs: number[] = [];
    const startMs = Date.now();
    ask.mockImplementation(async () => {
      askedAtMs.push(Date.now() - startMs);
      throw new ApiError('unavailable', 'The server is asleep.');
    });
    follow();
    await settle(400_000);

    const waits = askedAtMs.slice(1).map((at, index) => at - (askedAtMs[index] ?? 0));
    expect(waits.slice(0, 4)).toEqual([1_000, 1_500, 2_250, 3_375]);
    expect(Math.max(...waits)).toBeLessThanOrEqual(60_000);
    expect(onFailure).toHaveBeenLastCalledWith('The server is asleep.');
  });

  it('ends when the sign-in has ended', async () => {
    ask.mockRejectedValue(new ApiError('unauthenticated', 'Please log in.'));
    follow();
    await settle(60_000);
    setVisibility('visible');
    expect(ask).toHaveBeenCalledTimes(1);
  });
});

describe('the visitor’s own change', () => {
  it('is applied, and outdates earlier requests', async () => {
    const { take, ask: askNow } = follow();
    await settle();
    const answer = holdNextAnswer();
    askNow();
    take(licensed);
    answer({ result: newUser, version: '"1"' });
    await settle();
    expect(onUser).toHaveBeenLastCalledWith(licensed);

    askNow();
    expect(ask).toHaveBeenLastCalledWith('me', null);
  });
});

it('stops', async () => {
  const { stop } = follow();
  await settle();
  stop();
  setVisibility('visible');
  setOnline(true);
  await settle(60_000);
  expect(ask).toHaveBeenCalledTimes(1);
  expect(endListening).toHaveBeenCalledOnce();
});
