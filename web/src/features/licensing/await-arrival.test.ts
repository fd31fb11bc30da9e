import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { ApiError } from '../../lib/api-error.ts';
import { callApi } from '../../lib/call-api.ts';
import { refreshGroups } from '../../lib/refresh-groups.ts';
import { awaitArrival } from './await-arrival.ts';

vi.mock('../../lib/call-api.ts');
vi.mock('../../lib/refresh-groups.ts');

const now = new Date('2026-11-22T12:00:00Z');
const minute = 60 * 1000;

let answers: Record<string, unknown>;

beforeEach(() => {
  vi.useFakeTimers({ now });
  answers = { me: { subscription: { status: 'none' } }, myOrders: { orders: [] } };
  vi.mocked(refreshGroups).mockResolvedValue(true);
  vi.mocked(callApi).mockImplementation(async (name: string) => {
    const answer = answers[name];
    if (answer instanceof Error) throw answer;
    return answer as never;
  });
});

afterEach(() => {
  vi.useRealTimers();
  vi.clearAllMocks();
});

const orderOf = (ageMs: number) => ({
  orderId: 'cs_1',
  createdAt: new Date(now.getTime() - ageMs).toISOString(),
});

/** Returns the outcome and the milliseconds until it was known. */
async function arrival(sessionId: string | null) {
  const begunMs = Date.now();
  const ended = awaitArrival(sessionId, new AbortController().signal).then((outcome) => ({
    outcome,
    afterMs: Date.now() - begunMs,
  }));
  await vi.advanceTimersByTimeAsync(2 * minute);
  return ended;
}

describe('without a checkout in the address', () => {
  it('reports after ten seconds that there is no recent checkout', async () => {
    answers.myOrders = { orders: [orderOf(25 * 60 * minute)] };
    const { outcome, afterMs } = await arrival(null);
    expect(outcome).toBe('notFound');
    expect(afterMs).toBeGreaterThanOrEqual(10_000);
    expect(afterMs).toBeLessThan(14_000);
  });

  it('returns the license that arrives in that time', async () => {
    setTimeout(() => {
      answers.me = { subscription: { status: 'active' } };
    }, 4_000);
    expect((await arrival(null)).outcome).toBe('arrived');
  });

  it('checks the newest checkout of the last day', async () => {
    answers.myOrders = { orders: [orderOf(5 * minute), orderOf(60 * minute)] };
    answers.confirmCheckout = { status: 'paymentPending' };
    expect((await arrival(null)).outcome).toBe('awaitingMoney');
    expect(callApi).toHaveBeenCalledWith('confirmCheckout', { sessionId: 'cs_1' });
  });

  it('waits a minute when it is unknown whether there is a checkout', async () => {
    answers.myOrders = new ApiError('unavailable', 'The site could not be reached.');
    const { outcome, afterMs } = await arrival(null);
    expect(outcome).toBe('late');
    expect(afterMs).toBeGreaterThanOrEqual(minute);
  });

  it('ends with the sign-in', async () => {
    answers.myOrders = new ApiError('unauthenticated', 'Please log in.');
    await expect(awaitArrival(null, new AbortController().signal)).rejects.toThrow('Please log in.');
  });
});

it('waits a minute for the license of the checkout in the address', async () => {
  answers.confirmCheckout = { status: 'paid' };
  const { outcome, afterMs } = await arrival('cs_2');
  expect(outcome).toBe('late');
  expect(afterMs).toBeGreaterThanOrEqual(minute);
  expect(callApi).not.toHaveBeenCalledWith('myOrders');
});
