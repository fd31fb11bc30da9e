import { beforeEach, describe, expect, it, vi } from 'vitest';
import type { SweepPosition } from './sweep-progress.ts';
import { walkPages } from './walk-pages.ts';

const items = ['a', 'b', 'c', 'd', 'e'];
const pageSize = 2;
let looks: string[];
let kept: SweepPosition[];

beforeEach(() => {
  looks = [];
  kept = [];
});

/** Walks over five items, two on each page. */
const walk = (start: SweepPosition, changes: Partial<Parameters<typeof walkPages<string>>[1]> = {}) =>
  walkPages(start, {
    async page(after) {
      const first = items.indexOf(after?.item ?? '') + 1;
      const page = items.slice(first, first + pageSize);
      const last = first + pageSize < items.length ? page.at(-1) : undefined;
      return { items: page, next: last ? { item: last } : undefined };
    },
    keyOf: (item) => ({ item }),
    look: async (item) => void looks.push(item),
    keep: async (position) => void kept.push(position),
    hasTime: () => true,
    failed: vi.fn(),
    ...changes,
  });

describe('walkPages', () => {
  it('processes the items of all pages once, and saves the position after each page but the last', async () => {
    expect(await walk({})).toBe(true);
    expect(looks).toEqual(items);
    expect(kept).toEqual([{ after: { item: 'b' } }, { after: { item: 'd' } }]);
  });

  it('continues after the item at which a walk ran out of time', async () => {
    expect(await walk({}, { hasTime: () => looks.length < 3 })).toBe(false);
    expect(looks).toEqual(['a', 'b', 'c']);
    expect(await walk(kept.at(-1) ?? {})).toBe(true);
    expect(looks).toEqual(items);
  });
});
