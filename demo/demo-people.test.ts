import { describe, expect, it } from 'vitest';
import { unsubscribableGroups } from '../contract/records/user.ts';
import { demoPeople, inventPeople } from './demo-people.ts';

const now = new Date('2026-11-28T12:00:00.000Z');
const people = inventPeople(now, demoPeople);
const ageInDays = (at: Date, later = 0) => (now.getTime() - at.getTime()) / 86_400_000 - later;

describe('inventPeople', () => {
  it('returns the same 500 people each time, over two years', () => {
    expect(inventPeople(now, demoPeople)).toEqual(people);
    expect(people).toHaveLength(500);
    expect(Math.max(...people.map(({ registeredAt }) => ageInDays(registeredAt)))).toBeGreaterThan(700);
  });

  it('gives each group of emails subscribers, and people different computers', () => {
    for (const group of unsubscribableGroups)
      expect(people.filter(({ mailGroups }) => mailGroups.includes(group)).length).toBeGreaterThan(50);
    expect(new Set(people.map(({ computer }) => computer)).size).toBe(3);
  });

  it('ends about an eighth of the paid orders, in every way, and one of them with a recent refund', () => {
    const paid = people.filter(({ order }) => order?.offer === 'lifetime');
    const ended = paid.flatMap(({ order, registeredAt }) =>
      order?.ending ? [{ ...order.ending, registeredAt }] : [],
    );
    expect(ended.length / paid.length).toBeCloseTo(0.13, 1);
    expect(new Set(ended.map(({ kind }) => kind))).toEqual(
      new Set(['refund', 'part', 'dispute', 'withdrawal']),
    );
    const recent = ended.filter(({ registeredAt, afterDays }) => ageInDays(registeredAt, afterDays) < 90);
    expect(recent.some(({ kind }) => kind === 'refund')).toBe(true);
  });
});
