import { describe, expect, it } from 'vitest';
import {
  endedSubscriptionDays,
  secondsPerDay,
  subscriptionRequestDays,
} from '../../../contract/rules/retention.ts';
import { confirmed, deleted, isActive, type Subscription, takenOver, withGroups } from './subscription.ts';

const subscriberId = 'address-1';
const email = 'ana@example.test';
const at = (minute: number) => new Date(Date.UTC(2026, 10, 28, 12, minute));
const stored = (next: Omit<Subscription, 'version'> | undefined): Subscription => ({
  ...(next ?? { subscriberId: 'nobody', groups: [] }),
  version: 1,
});
const confirm = (
  current: Subscription | undefined,
  groups: Subscription['groups'],
  requested: number,
  now: number,
) => confirmed(current, { email, groups, requestedAt: at(requested) }, subscriberId, at(now));
const active = (groups: Subscription['groups']) => {
  const found = stored(confirm(undefined, groups, 0, 1));
  if (!isActive(found)) throw new Error('The subscription is not active.');
  return found;
};

describe('confirmed', () => {
  it('starts the emails of the request, and changes nothing when it is repeated', () => {
    const first = confirm(undefined, ['newsletter'], 0, 1);
    expect(first).toEqual({ subscriberId, email, groups: ['newsletter'], confirmedAt: at(1).toISOString() });
    expect(confirm(stored(first), ['newsletter'], 0, 2)).toEqual(first);
  });

  it('adds up two requests, whichever is confirmed first', () => {
    const older = ['newsletter'] as const;
    const newer = ['updates'] as const;
    const inOrder = confirm(stored(confirm(undefined, [...older], 0, 5)), [...newer], 1, 6);
    const reversed = confirm(stored(confirm(undefined, [...newer], 1, 5)), [...older], 0, 6);
    expect(inOrder).toEqual(reversed);
    expect(inOrder?.groups).toEqual(['updates', 'newsletter']);
  });

  it.each([
    ['unsubscribed', (now: Date) => stored(withGroups(active(['newsletter']), [], now))],
    ['deleted the address', (now: Date) => stored(deleted(active(['newsletter']), now))],
    ['registered', (now: Date) => stored(takenOver(active(['newsletter']), 'user-1', now))],
  ])('refuses a request that is older than the moment when the person %s', (_, leave) => {
    const left = leave(at(10));
    expect(confirm(left, ['newsletter'], 9, 11)).toBeUndefined();
    expect(confirm(left, ['newsletter'], 11, 12)).toMatchObject({
      email,
      groups: ['newsletter'],
      confirmedAt: at(12).toISOString(),
    });
  });

  it('removes the expiration of a record that had ended', () => {
    const again = confirm(stored(withGroups(active(['newsletter']), [], at(10))), ['updates'], 11, 12);
    expect(again).not.toHaveProperty('expiration');
  });
});

describe('a person who left', () => {
  it('is forgotten after some days, and an older link has expired by then', () => {
    const left = withGroups(active(['newsletter']), [], at(10));
    expect(left.expiration).toBe(at(10).getTime() / 1000 + endedSubscriptionDays * secondsPerDay);
    expect(withGroups(active(['newsletter', 'updates']), ['updates'], at(10))).not.toHaveProperty(
      'expiration',
    );
    expect(endedSubscriptionDays).toBeGreaterThanOrEqual(subscriptionRequestDays);
  });

  it('leaves no address after a deletion or a registration', () => {
    expect(JSON.stringify(deleted(active(['updates']), at(1)))).not.toContain('@');
    expect(JSON.stringify(takenOver(active(['updates']), 'user-1', at(1)))).not.toContain('@');
    expect(deleted(undefined, at(1))).toBeUndefined();
  });
});
