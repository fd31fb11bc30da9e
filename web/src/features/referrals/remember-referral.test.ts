// @vitest-environment jsdom
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { WebSettings } from '../../../../contract/records/web-settings.ts';
import { ApiError } from '../../lib/api-error.ts';
import { callApi } from '../../lib/call-api.ts';
import { loadWebSettings } from '../../lib/load-web-settings.ts';
import { logQuietly } from '../../lib/log-quietly.ts';
import { currentReferralCode, forgetReferral } from '../../lib/remembered-referral.ts';
import { askToRemember } from './referral-question.tsx';
import { rememberReferral } from './remember-referral.ts';

vi.mock('../../lib/call-api.ts');
vi.mock('../../lib/log-quietly.ts');
vi.mock('../../lib/load-web-settings.ts');
vi.mock('./referral-question.tsx');

const counted = () => vi.mocked(callApi).mock.calls.map(([name, data]) => [name, data]);
const once = (referralCode: string) => ['referralImpression', { referralCode }];
const fail = () => vi.mocked(callApi).mockRejectedValueOnce(new ApiError('unavailable', 'no'));

beforeEach(() => {
  vi.resetAllMocks();
  vi.mocked(loadWebSettings).mockResolvedValue({} as WebSettings);
  vi.useFakeTimers({ toFake: ['Date'], now: new Date('2026-11-22T10:00:00Z') });
});

afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
  forgetReferral();
  localStorage.clear();
});

it('stores the code and counts the visit', async () => {
  await rememberReferral('ana-2025');

  expect(currentReferralCode()).toBe('ana-2025');
  expect(counted()).toEqual([once('ana-2025')]);
});

it('counts a code in capitals as the same code', async () => {
  await rememberReferral('7GGZKQWQ');
  await rememberReferral('7ggzkqwq');

  expect(currentReferralCode()).toBe('7ggzkqwq');
  expect(counted()).toEqual([once('7ggzkqwq')]);
});

it('counts a code once a day in UTC, on all pages together', async () => {
  await rememberReferral('ana-2025');
  await rememberReferral('ana-2025');
  vi.setSystemTime(new Date('2026-11-22T23:59:59Z'));
  await rememberReferral('ana-2025');
  expect(counted()).toHaveLength(1);

  vi.setSystemTime(new Date('2026-11-23T00:00:00Z'));
  await rememberReferral('ana-2025');
  await rememberReferral('ana-2025');
  expect(counted()).toHaveLength(2);
});

it('stores the code of the latest link, and counts each once', async () => {
  await rememberReferral('ana-2025');
  await rememberReferral('bea-2025');
  expect(currentReferralCode()).toBe('bea-2025');
  await rememberReferral('ana-2025');

  expect(currentReferralCode()).toBe('ana-2025');
  expect(counted()).toEqual([once('ana-2025'), once('bea-2025')]);
});

describe('in two tabs at once', () => {
  type LockAction = (lock: object | null) => unknown;
  const request = vi.fn();

  beforeEach(() => {
    const queues = new Map<string, Promise<unknown>>();
    request.mockImplementation(async (name: string, ...rest: [object, LockAction] | [LockAction]) => {
      const act = rest.at(-1) as LockAction;
      if (rest.length === 2 && queues.has(name)) return act(null);
      const turn = (queues.get(name) ?? Promise.resolve()).then(() => act({ name }));
      queues.set(name, turn);
      await turn;
      if (queues.get(name) === turn) queues.delete(name);
      return turn;
    });
    vi.stubGlobal('navigator', { locks: { request } });
  });

  /** The second tab starts while the first one is counting. */
  async function followInTwoTabs(first: string, second: string, outcome?: Error): Promise<void> {
    const secondHasLooked = Promise.withResolvers<void>();
    vi.mocked(callApi).mockImplementationOnce(async () => {
      await secondHasLooked.promise;
      if (outcome) throw outcome;
      return {};
    });
    const tabs = [rememberReferral(first)];
    await vi.waitFor(() => expect(callApi).toHaveBeenCalledOnce());
    tabs.push(rememberReferral(second));
    await vi.waitFor(() => expect(request).toHaveBeenCalledTimes(3));
    secondHasLooked.resolve();
    await Promise.all(tabs);
  }

  it('counts the same link once', async () => {
    await followInTwoTabs('ana-2025', 'ana-2025');
    await rememberReferral(null);

    expect(counted()).toEqual([once('ana-2025')]);
    expect(localStorage.getItem('referralsToCount')).toBeNull();
  });

  it('leaves the link of the second tab to the next page', async () => {
    await followInTwoTabs('ana-2025', 'bea-2025');
    expect(counted()).toEqual([once('ana-2025')]);

    await rememberReferral(null);
    expect(counted()).toEqual([once('ana-2025'), once('bea-2025')]);
  });

  it('keeps both when the first could not be counted', async () => {
    await followInTwoTabs('ana-2025', 'bea-2025', new ApiError('unavailable', 'no'));
    await rememberReferral(null);

    expect(counted().slice(1)).toEqual([once('ana-2025'), once('bea-2025')]);
  });
});

it('retries on the next page, whether or not a link opened it, and then stops', async () => {
  fail();
  await rememberReferral('ana-2025');
  expect(currentReferralCode()).toBe('ana-2025');
  expect(logQuietly).toHaveBeenCalledOnce();

  fail();
  await rememberReferral('ana-2025');
  await rememberReferral(null);
  await rememberReferral(null);
  await rememberReferral('ana-2025');
  expect(counted()).toEqual(Array(3).fill(once('ana-2025')));
  expect(localStorage.getItem('referralsToCount')).toBeNull();
});

it('keeps all of several codes that could not be counted', async () => {
  fail();
  await rememberReferral('ana-2025');
  fail();
  fail();
  await rememberReferral('bea-2025');
  vi.mocked(callApi).mockClear();
  fail();
  await rememberReferral(null);
  expect(counted()).toEqual([once('ana-2025'), once('bea-2025')]);

  await rememberReferral(null);
  expect(counted().slice(2)).toEqual([once('ana-2025')]);
});

it.each(['<script>', '', 'a b c'])('ignores %j, which cannot be a code', async (text) => {
  await rememberReferral(text);

  expect(localStorage).toHaveLength(0);
  expect(callApi).not.toHaveBeenCalled();
});

it('stores nothing about a visit that was removed while it was counted', async () => {
  vi.mocked(callApi).mockImplementationOnce(async () => {
    forgetReferral();
    return {};
  });
  await rememberReferral('ana-2025');

  expect(callApi).toHaveBeenCalledOnce();
  expect(localStorage).toHaveLength(0);
});

it('loads the settings only for a followed link, and asks no question by default', async () => {
  await rememberReferral(null);
  expect(loadWebSettings).not.toHaveBeenCalled();

  await rememberReferral('ana-2025');
  expect(loadWebSettings).toHaveBeenCalledOnce();
  expect(askToRemember).not.toHaveBeenCalled();
});

it('stores nothing while the settings are unknown', async () => {
  vi.mocked(loadWebSettings).mockRejectedValue(new Error('offline'));
  await expect(rememberReferral('ana-2025')).rejects.toThrow('offline');

  expect(currentReferralCode()).toBe('ana-2025');
  expect(localStorage).toHaveLength(0);
});

describe('on a stage that asks', () => {
  beforeEach(() => {
    vi.mocked(loadWebSettings).mockResolvedValue({ referralStorage: 'ask' } as WebSettings);
  });

  it('stores and counts after Yes, and nothing before', async () => {
    const answer = Promise.withResolvers<boolean>();
    vi.mocked(askToRemember).mockReturnValue(answer.promise);
    const remembered = rememberReferral('ana-2025');
    await vi.waitFor(() => expect(askToRemember).toHaveBeenCalledOnce());
    expect(currentReferralCode()).toBe('ana-2025');
    expect(localStorage).toHaveLength(0);
    expect(callApi).not.toHaveBeenCalled();

    answer.resolve(true);
    await remembered;
    expect(localStorage.getItem('referralCode')).toBe('ana-2025');
    expect(counted()).toEqual([once('ana-2025')]);
  });

  it('removes the code after No, and stores nothing', async () => {
    vi.mocked(askToRemember).mockResolvedValue(false);
    await rememberReferral('ana-2025');

    expect(currentReferralCode()).toBeUndefined();
    expect(localStorage).toHaveLength(0);
    expect(callApi).not.toHaveBeenCalled();
  });

  it('asks once for each code', async () => {
    vi.mocked(askToRemember).mockResolvedValue(true);
    for (const code of ['ana-2025', 'ana-2025', 'bea-2025']) await rememberReferral(code);

    expect(askToRemember).toHaveBeenCalledTimes(2);
    expect(currentReferralCode()).toBe('bea-2025');
  });

  it('asks no question with Global Privacy Control', async () => {
    vi.stubGlobal('navigator', { globalPrivacyControl: true });
    await rememberReferral('ana-2025');

    expect(askToRemember).not.toHaveBeenCalled();
    expect(localStorage).toHaveLength(0);
  });
});

describe('with Global Privacy Control', () => {
  beforeEach(() => vi.stubGlobal('navigator', { globalPrivacyControl: true }));

  it('keeps the code in memory only, and counts no visit', async () => {
    await rememberReferral('ana-2025');

    expect(currentReferralCode()).toBe('ana-2025');
    expect(localStorage).toHaveLength(0);
    expect(callApi).not.toHaveBeenCalled();
  });

  it('removes entries of earlier visits, even without a link', async () => {
    localStorage.setItem('referralCode', 'ana-2025');
    localStorage.setItem('referralsToCount', 'ana-2025');
    await rememberReferral(null);

    expect(currentReferralCode()).toBeUndefined();
    expect(localStorage).toHaveLength(0);
    expect(callApi).not.toHaveBeenCalled();
  });
});
