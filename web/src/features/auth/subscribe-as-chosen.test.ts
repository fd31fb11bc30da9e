import { beforeEach, expect, it, vi } from 'vitest';
import { callApi } from '../../lib/call-api.ts';
import { logQuietly } from '../../lib/log-quietly.ts';
import { currentSession } from '../../lib/session.ts';
import { subscribeAsChosen } from './use-arrival.ts';

vi.mock('../../lib/call-api.ts');
vi.mock('../../lib/log-quietly.ts');
vi.mock('../../lib/session.ts');

const hourMs = 60 * 60 * 1000;
const registered = (email: string, hoursAgo = 0) => ({
  email,
  mailGroups: ['newsletter' as const],
  chosenAtMs: Date.now() - hoursAgo * hourMs,
});

beforeEach(() => {
  vi.resetAllMocks();
  vi.mocked(currentSession).mockReturnValue({ email: 'ana@example.test' } as never);
  vi.mocked(callApi).mockResolvedValue({} as never);
});

it('subscribes the person who registered', async () => {
  expect(await subscribeAsChosen(registered('Ana@example.test', 23))).toBe(true);
  expect(callApi).toHaveBeenCalledExactlyOnceWith('updateMe', {
    mailGroup: { group: 'newsletter', wantsMail: true },
  });
});

it('does not subscribe another person who signs in there', async () => {
  expect(await subscribeAsChosen(registered('bea@example.test'))).toBe(true);
  expect(await subscribeAsChosen(null)).toBe(true);
  expect(callApi).not.toHaveBeenCalled();
});

it('does not repeat a choice of yesterday in a tab that is restored', async () => {
  expect(await subscribeAsChosen(registered('ana@example.test', 25))).toBe(true);
  expect(callApi).not.toHaveBeenCalled();
});

it('does not wait longer than two seconds, and logs a later failure', async () => {
  vi.useFakeTimers();
  const answer = Promise.withResolvers<never>();
  vi.mocked(callApi).mockReturnValue(answer.promise);
  const subscribing = subscribeAsChosen(registered('ana@example.test'));
  await vi.advanceTimersByTimeAsync(2_000);
  expect(await subscribing).toBe(true);
  answer.reject(new Error('The server took too long.'));
  await vi.advanceTimersByTimeAsync(0);
  expect(logQuietly).toHaveBeenCalledOnce();
  vi.useRealTimers();
});

it('reports that it failed', async () => {
  vi.mocked(callApi).mockRejectedValue(new Error('Offline.'));
  expect(await subscribeAsChosen(registered('ana@example.test'))).toBe(false);
  expect(logQuietly).toHaveBeenCalledOnce();
});
