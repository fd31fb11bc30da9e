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

it('does nothing while record and tokens agree', async () => {
  const compare = createSessionSync(take);
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
    await createSessionSync(take)(user);
    expect(refreshGroups).toHaveBeenCalledOnce();
    expect(callApi).not.toHaveBeenCalled();
  });

  it('is requested with growing intervals while the groups are behind, up to a limit', async () => {
    const compare = createSessionSync(take);
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

it('saves a different address, and renews the tokens', async () => {
  const moved = { ...newUser, email: 'bea@example.test' };
  setSession([], moved.email);
  vi.mocked(callApi).mockResolvedValue(moved);
  await createSessionSync(take)(newUser);
  expect(callApi).toHaveBeenCalledWith('syncEmail');
  expect(take).toHaveBeenCalledWith(moved);
  expect(refreshGroups).toHaveBeenCalledOnce();
});

it('retries a failure with a later response', async () => {
  vi.spyOn(console, 'warn').mockImplementation(() => {});
  vi.mocked(refreshGroups).mockRejectedValueOnce(new Error('no network')).mockResolvedValue(true);
  const compare = createSessionSync(take);
  await compare(licensed);
  vi.advanceTimersByTime(1_500);
  await compare(licensed);
  expect(refreshGroups).toHaveBeenCalledTimes(2);
});

it('compares nothing when signed out', async () => {
  localStorage.clear();
  await createSessionSync(take)(licensed);
  expect(refreshGroups).not.toHaveBeenCalled();
});
