import { describe, expect, it } from 'vitest';
import { digestOutcomes } from './digest-outcomes.ts';

describe('digestOutcomes', () => {
  it('is the beginning of a hash of sorted JSON', () => {
    // printf '{"ours":[{"a":1,"b":2}],"theirs":null}' | sha256sum
    expect(digestOutcomes({ theirs: null, ours: [{ b: 2, a: 1 }] })).toBe('5bdbfec0');
  });

  it('depends on the order of a list', () => {
    expect(digestOutcomes({ ours: [1, 2], theirs: 1 })).not.toBe(digestOutcomes({ ours: [2, 1], theirs: 1 }));
  });
});
