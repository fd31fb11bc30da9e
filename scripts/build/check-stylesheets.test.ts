import { describe, expect, it } from 'vitest';
import { describeRoom } from './check-stylesheets.ts';

describe('describeRoom', () => {
  it('reports how many further stylesheets fit', () => {
    expect(describeRoom({ stylesheets: 3, policyLength: 500, further: 22 })).toContain('room for 22 more');
  });

  it('accepts a policy without any room left', () => {
    expect(describeRoom({ stylesheets: 25, policyLength: 1700, further: 0 })).toContain('room for 0 more');
  });

  it('says what to do when the policy is too long', () => {
    expect(() => describeRoom({ stylesheets: 26, policyLength: 1750, further: -1 })).toThrow(
      /26 stylesheets in 1750 of 1783 characters.*Let pages share stylesheets.*chunk-groups\.ts/,
    );
  });
});
