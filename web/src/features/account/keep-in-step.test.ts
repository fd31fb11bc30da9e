// @vitest-environment jsdom
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { User } from '../../../../contract/records/user.ts';
import { callApi } from '../../lib/call-api.ts';
import { rememberSession } from '../../lib/session.ts';
import { refreshGroups } from '../licensing/refresh-groups.ts';
import { keepInStep } from './keep-in-step.ts';
import { newUser } from './test-user.ts';

vi.mock('../../lib/call-api.ts');
vi.mock('../licensing/refresh-groups.ts');

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

it('does nothing while record and tokens agree', async () => {
  const compare = keepInStep(take);
  await compare(newUser);
  setSession(['paid']);
  await compare(licensed);
  expect(refreshGroups).not.toHaveBeenCalled();
  expect(callApi).not.toHaveBeenCalled();
});

describe('a license', () => {
  it.each([
    ['that appears', [], licensed],
    ['that goes', ['paid'], newUser],
  ])('%s renews the tokens', async (_, groups, user) => {
    setSession(groups);
    await keepInStep(take)(user);
    expect(refreshGroups).toHaveBeenCalledOnce();
    expect(callApi).not.toHaveBeenCalled();
  });

  it('is asked for less and less often while the groups are behind, and not for ever', async () => {
    const compare = keepInStep(take);
    for (let seconds = 0; seconds < 600; seconds++) {
      await compare(licensed);
      vi.advanceTimersByTime(1_000);
    }
    expect(refreshGroups).toHaveBeenCalledTimes(10);

    // Another change is another reason.
    setSession(['paid']);
    await compare(newUser);
    expect(refreshGroups).toHaveBeenCalledTimes(11);
  });
});

it('an address that differs is taken over, and the tokens are renewed', async () => {
  const moved = { ...newUser, email: 'bea@example.test' };
  setSession([], moved.email);
  vi.mocked(callApi).mockResolvedValue(moved);
  await keepInStep(take)(newUser);
  expect(callApi).toHaveBeenCalledWith('syncEmail');
  expect(take).toHaveBeenCalledWith(moved);
  expect(refreshGroups).toHaveBeenCalledOnce();
});

it('a failure is tried again with a later answer', async () => {
  vi.spyOn(console, 'warn').mockImplementation(() => {});
  vi.mocked(refreshGroups).mockRejectedValueOnce(new Error('no network')).mockResolvedValue(true);
  const compare = keepInStep(take);
  await compare(licensed);
  vi.advanceTimersByTime(1_500);
  await compare(licensed);
  expect(refreshGroups).toHaveBeenCalledTimes(2);
});

it('nothing is compared with nobody', async () => {
  localStorage.clear();
  await keepInStep(take)(licensed);
  expect(refreshGroups).not.toHaveBeenCalled();
});
