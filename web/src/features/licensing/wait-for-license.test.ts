import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { ApiError } from '../../lib/api-error.ts';
import { waitForLicense } from './wait-for-license.ts';

const isLicenseActive = vi.fn<() => Promise<boolean>>();
const refreshGroups = vi.fn<() => Promise<boolean>>();

/** Starts waiting and records the outcome for checks during the wait. */
function startWaiting(signal = new AbortController().signal) {
  const ended = vi.fn();
  waitForLicense({ isLicenseActive, refreshGroups }, signal).then(ended, ended);
  return ended;
}

beforeEach(() => {
  vi.resetAllMocks();
  vi.useFakeTimers();
  isLicenseActive.mockResolvedValue(false);
  refreshGroups.mockResolvedValue(true);
});

afterEach(() => {
  vi.useRealTimers();
});

describe('waitForLicense', () => {
  it('polls at once, then with growing intervals up to three seconds', async () => {
    const askedAtMs: number[] = [];
    const startMs = Date.now();
    isLicenseActive.mockImplementation(async () => {
      askedAtMs.push(Date.now() - startMs);
      return false;
    });
    startWaiting();

    await vi.advanceTimersByTimeAsync(15_000);

    const waits = askedAtMs.slice(1).map((at, index) => at - (askedAtMs[index] ?? 0));
    expect(askedAtMs[0]).toBe(0);
    expect(waits[0]).toBe(500);
    expect(waits).toEqual(waits.toSorted((a, b) => a - b));
    expect(waits.at(-1)).toBe(3000);
  });

  it('renews the tokens only after the record says active, until they include the license', async () => {
    refreshGroups.mockResolvedValueOnce(false);
    const ended = startWaiting();
    await vi.advanceTimersByTimeAsync(400);
    expect(refreshGroups).not.toHaveBeenCalled();

    isLicenseActive.mockResolvedValue(true);
    await vi.advanceTimersByTimeAsync(100);
    expect(refreshGroups).toHaveBeenCalledTimes(1);
    expect(ended).not.toHaveBeenCalled();

    await vi.advanceTimersByTimeAsync(750);
    expect(refreshGroups).toHaveBeenCalledTimes(2);
    expect(ended).toHaveBeenCalledWith('arrived');
  });

  it('continues after a temporary failure', async () => {
    isLicenseActive.mockRejectedValueOnce(new ApiError('unavailable', 'no')).mockResolvedValue(true);
    const ended = startWaiting();

    await vi.advanceTimersByTimeAsync(500);

    expect(ended).toHaveBeenCalledWith('arrived');
  });

  it('stops when the sign-in has ended', async () => {
    const failure = new ApiError('unauthenticated', 'no');
    isLicenseActive.mockRejectedValue(failure);
    const ended = startWaiting();

    await vi.advanceTimersByTimeAsync(0);

    expect(ended).toHaveBeenCalledWith(failure);
  });

  it('returns late after a minute', async () => {
    const ended = startWaiting();

    await vi.advanceTimersByTimeAsync(57_000);
    expect(ended).not.toHaveBeenCalled();
    await vi.advanceTimersByTimeAsync(6_000);

    expect(ended).toHaveBeenCalledWith('late');
  });

  it('stops when aborted', async () => {
    const abort = new AbortController();
    const ended = startWaiting(abort.signal);
    await vi.advanceTimersByTimeAsync(0);
    abort.abort();
    await vi.advanceTimersByTimeAsync(60_000);

    expect(isLicenseActive).toHaveBeenCalledTimes(1);
    expect(ended).toHaveBeenCalledWith(abort.signal.reason);
  });
});
