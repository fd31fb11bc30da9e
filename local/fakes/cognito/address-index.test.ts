import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { indexAddresses } from './address-index.ts';

const address = fc.stringMatching(/^[ab]{1,3}@[ab]$/);
const change = fc.record({ isAdded: fc.boolean(), address });

describe('indexAddresses', () => {
  it('finds the same addresses as a full search, after any changes', () => {
    fc.assert(
      fc.property(
        fc.array(address),
        fc.array(change),
        fc.stringMatching(/^[ab]{0,3}$/),
        address,
        fc.nat(4),
        (initial, changes, beginning, from, limit) => {
          const all = new Map(initial.map((each) => [each, `user-${each}`]));
          const index = indexAddresses([...all].map(([each, username]) => [username, each]));
          for (const each of changes) {
            if (each.isAdded) {
              all.set(each.address, 'another');
              index.add(each.address, 'another');
            } else {
              all.delete(each.address);
              index.remove(each.address);
            }
          }
          const matching = [...all.keys()].filter((each) => each.startsWith(beginning)).sort();
          expect(index.beginningWith(beginning, { limit })).toEqual(matching.slice(0, limit));
          expect(index.beginningWith(beginning, { from, limit })).toEqual(
            matching.filter((each) => each >= from).slice(0, limit),
          );
          for (const each of [...initial, from]) expect(index.find(each)).toBe(all.get(each));
        },
      ),
    );
  });
});
