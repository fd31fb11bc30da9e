import { describe, expect, it } from 'vitest';
import { pauseReasonOf } from './pause-reason.ts';

const counts = (sent: number, bounced = 0, complained = 0) => ({ sent, bounced, complained });

describe('pauseReasonOf', () => {
  it.each([
    [counts(499, 400, 400), undefined],
    [counts(500, 15), undefined],
    [counts(500, 16), 'bounces'],
    [counts(1000, 0, 1), undefined],
    [counts(1000, 0, 2), 'complaints'],
  ])('decides by the shares of 500 emails or more: %j', (given, reason) => {
    expect(pauseReasonOf(given)).toBe(reason);
  });

  it('counts only bounces and complaints since it was resumed', () => {
    const since = counts(1000, 100, 10);
    expect(pauseReasonOf(counts(1400, 200, 20), since)).toBeUndefined();
    expect(pauseReasonOf(counts(1500, 115, 10), since)).toBeUndefined();
    expect(pauseReasonOf(counts(1500, 116, 10), since)).toBe('bounces');
  });
});
