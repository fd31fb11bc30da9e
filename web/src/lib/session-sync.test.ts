// @vitest-environment jsdom
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { User } from '../../../contract/records/user.ts';
import { callApi } from './call-api.ts';
import { refreshGroups } from './refresh-groups.ts';
import { rememberSession } from './session.ts';
import { createSessionSync } from './session-sync.ts';
import { newUser } from './test-user.ts';

vi.mock('./call-api.ts');
vi.mock('./refresh-groups.ts');

const licensed: User = {
  ...newUser,
  subscription: { status: 'active', plan: 'lifetime', lastPaymentDate: '2025-09-03T10:00:00Z' },
};
const take = vi.fn<(user: User) => void>();

function setSession(groups: string[], email = newUser.email) {
  rememberSession({ email, groups, endsAtMs: Date.now() + 3_600_000 });
}

beforeEach(() => {
  vi.resetAllMocks();
  vi.useFakeTimers();
  setSession([]);
});

afterEach(() => {
  vi.useRealTimers();
  localStorage.clear();
});

it('does nothing while record and tokens match', async () => {
  const { compare } = createSessionSync(take);
  await compare(newUser);
  setSession(['paid']);
  await compare(licensed);
  expect(refreshGroups).not.toHaveBeenCalled();
  expect(callApi).not.toHaveBeenCalled();
});

describe('a license', () => {
  it.each([
    ['one appears', [], licensed],
    ['one is revoked', ['paid'], newUser],
  ])('renews the tokens when %s', async (_, groups, user) => {
    setSession(groups);
    await createSessionSync(take).compare(user);
    expect(refreshGroups).toHaveBeenCalledOnce();
    expect(callApi).not.toHaveBeenCalled();
  });

  it('is requested at growing intervals while the groups are behind, up to a limit', async () => {
    const { compare } = createSessionSync(take);
    await compare(licensed);
    await vi.advanceTimersByTimeAsync(600_000);
    expect(refreshGroups).toHaveBeenCalledTimes(10);
    await compare(licensed);
    expect(refreshGroups).toHaveBeenCalledTimes(10);

    // Another change starts new attempts.
    setSession(['paid']);
    await compare(newUser);
    expect(refreshGroups).toHaveBeenCalledTimes(11);
  });

  it('stops renewing the tokens once the groups match', async () => {
    vi.mocked(refreshGroups).mockImplementation(async () => {
      setSession(['paid']);
      return true;
    });
    await createSessionSync(take).compare(licensed);
    await vi.advanceTimersByTimeAsync(600_000);
    expect(refreshGroups).toHaveBeenCalledOnce();
  });
});

it('saves a different address, and renews the tokens', async () => {
  const moved = { ...newUser, email: 'bea@example.test' };
  setSession([], moved.email);
  vi.mocked(callApi).mockResolvedValue(moved);
  await createSessionSync(take).compare(newUser);
  expect(callApi).toHaveBeenCalledWith('syncEmail');
  expect(take).toHaveBeenCalledWith(moved);
  expect(refreshGroups).toHaveBeenCalledOnce();
});

it('notices tokens that have moved ahead, although the record has not changed', async () => {
  const { compare } = createSessionSync(take);
  await compare(newUser);
  setSession([], 'bea@example.test');
  vi.mocked(callApi).mockResolvedValue({ ...newUser, email: 'bea@example.test' });
  await compare(newUser);
  expect(callApi).toHaveBeenCalledWith('syncEmail');
});

it('makes no attempt while there is no connection', async () => {
  const online = vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false);
  await createSessionSync(take).compare(licensed);
  await vi.advanceTimersByTimeAsync(600_000);
  expect(refreshGroups).not.toHaveBeenCalled();
  online.mockReturnValue(true);
  await vi.advanceTimersByTimeAsync(1_000);
  expect(refreshGroups).toHaveBeenCalledOnce();
  online.mockRestore();
});

it('retries after a failure', async () => {
  vi.spyOn(console, 'warn').mockImplementation(() => {});
  vi.mocked(refreshGroups).mockRejectedValueOnce(new Error('no network')).mockResolvedValue(true);
  await createSessionSync(take).compare(licensed);
  await vi.advanceTimersByTimeAsync(1_000);
  expect(refreshGroups).toHaveBeenCalledTimes(2);
});

it('stops', async () => {
  const { compare, stop } = createSessionSync(take);
  await compare(licensed);
  stop();
  await vi.advanceTimersByTimeAsync(600_000);
  expect(refreshGroups).toHaveBeenCalledOnce();
});

it('compares nothing when signed out', async () => {
  localStorage.clear();
  await createSessionSync(take).compare(licensed);
  expect(refreshGroups).not.toHaveBeenCalled();
});
