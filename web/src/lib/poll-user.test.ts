// @vitest-environment jsdom
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { User } from '../../../contract/records/user.ts';
import { ApiError } from './api-error.ts';
import { type Reading, readIfChanged } from './call-api.ts';
import { pollUser, type UserPoll } from './poll-user.ts';
import { newUser } from './test-user.ts';

vi.mock('./call-api.ts');

const licensed: User = {
  ...newUser,
  subscription: { status: 'active', plan: 'lifetime', lastPaymentDate: '2025-09-03T10:00:00Z' },
};
const ask = vi.mocked(readIfChanged);
const onUser = vi.fn<(user: User) => void>();
const onFailure = vi.fn<(failure: string) => void>();
let poll: UserPoll | undefined;

function follow() {
  poll = pollUser({ onUser, onFailure });
  return poll;
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
});

afterEach(() => {
  poll?.stop();
  vi.useRealTimers();
});

describe('while the page is visible', () => {
  it('shows a change within two seconds', async () => {
    follow();
    await settle();
    expect(onUser).toHaveBeenLastCalledWith(newUser);

    ask.mockResolvedValue({ result: licensed, version: '"2"' });
    await settle(2_000);
    expect(onUser).toHaveBeenLastCalledWith(licensed);
  });

  it('requests only newer records, and keeps the current one if there is none', async () => {
    follow();
    await settle();
    expect(ask).toHaveBeenLastCalledWith('me', null);

    ask.mockResolvedValue(null);
    await settle(1_500);
    expect(ask).toHaveBeenLastCalledWith('me', '"1"');
    expect(onUser).toHaveBeenLastCalledWith(newUser);
    expect(onFailure).not.toHaveBeenCalled();
  });

  it('sends one request at a time', async () => {
    const answer = holdNextAnswer();
    follow();
    await settle(10_000);
    expect(ask).toHaveBeenCalledTimes(1);

    answer({ result: newUser, version: null });
    await settle(1_500);
    expect(ask).toHaveBeenCalledTimes(2);
  });
});

describe('while the page is hidden', () => {
  it('does nothing, and polls at once when it becomes visible', async () => {
    follow();
    await settle();
    setVisibility('hidden');
    expect(vi.getTimerCount()).toBe(0);
    await settle(3_600_000);
    expect(ask).toHaveBeenCalledTimes(1);

    setVisibility('visible');
    expect(ask).toHaveBeenCalledTimes(2);
    await settle(1_500);
    expect(ask).toHaveBeenCalledTimes(3);
  });

  it('does not continue after a response that arrives meanwhile', async () => {
    const answer = holdNextAnswer();
    follow();
    setVisibility('hidden');
    answer({ result: newUser, version: null });
    await settle(60_000);
    expect(ask).toHaveBeenCalledTimes(1);
    expect(onUser).toHaveBeenCalledWith(newUser);
  });

  it('does not start in a background tab', async () => {
    vi.spyOn(document, 'visibilityState', 'get').mockReturnValue('hidden');
    follow();
    await settle(60_000);
    expect(ask).not.toHaveBeenCalled();
  });
});

describe('offline', () => {
  it('reports it and does nothing, and polls at once when online', async () => {
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
  it('polls with growing intervals, up to a minute, and at the usual rate after a success', async () => {
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
    expect(Math.max(...waits)).toBe(60_000);
    expect(onFailure).toHaveBeenLastCalledWith('The server is asleep.');

    ask.mockResolvedValueOnce({ result: newUser, version: null });
    await settle(60_000);
    expect(onUser).toHaveBeenCalledOnce();
    const answeredAt = askedAtMs.findIndex((at) => at > 400_000);
    await settle(1_500 + 1_000);
    expect(askedAtMs[answeredAt + 1]).toBe((askedAtMs[answeredAt] ?? 0) + 1_000);
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
  it('is applied, and earlier requests are ignored', async () => {
    const { take } = follow();
    await settle();
    const answer = holdNextAnswer();
    await settle(1_500);
    take(licensed);
    answer({ result: newUser, version: '"1"' });
    await settle();
    expect(onUser).toHaveBeenLastCalledWith(licensed);

    await settle(1_500);
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
});
