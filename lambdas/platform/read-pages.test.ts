import { describe, expect, it } from 'vitest';
import { readPages } from './read-pages.ts';

/** Pages of two items. The cursor is the index of the next item. */
const listOf = (...items: string[]) =>
  async function read(cursor = '0') {
    const end = Number(cursor) + 2;
    return { items: items.slice(end - 2, end), ...(end < items.length && { next: String(end) }) };
  };

const lists = { orders: listOf('a', 'b', 'c', 'd', 'e'), emails: listOf('x', 'y', 'z'), notes: listOf() };

describe('readPages', () => {
  it('reads each list once, and all of them to their ends', async () => {
    const pages = [];
    let cursor: string | undefined;
    do {
      const { items, next } = await readPages(lists, cursor);
      pages.push(items);
      cursor = next;
    } while (cursor !== undefined);
    expect(pages).toEqual([
      { orders: ['a', 'b'], emails: ['x', 'y'], notes: [] },
      { orders: ['c', 'd'], emails: ['z'], notes: [] },
      { orders: ['e'], emails: [], notes: [] },
    ]);
  });

  it.each(['', '2', 'null', '[]', '{"orders":'])('refuses the cursor %j', async (cursor) => {
    await expect(readPages(lists, cursor)).rejects.toMatchObject({ code: 'invalid-argument' });
  });
});
