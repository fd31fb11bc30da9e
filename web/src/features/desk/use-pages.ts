import { useState } from 'react';

interface Page<Item> {
  items: Item[];
  next?: string | undefined;
}

/**
 * A list that the team reads page by page.
 * @param read reads the first page, or the page at a cursor
 */
export function usePages<Item>(read: (cursor?: string) => Promise<Page<Item>>) {
  const [items, setItems] = useState<Item[] | null>(null);
  const [next, setNext] = useState<string | undefined>();

  async function add(before: Item[], cursor?: string): Promise<void> {
    const page = await read(cursor);
    setItems([...before, ...page.items]);
    setNext(page.next);
  }
  return {
    /** Null until the first page is read. */
    items,
    readFirst: () => add([]),
    readNext: next === undefined ? undefined : () => add(items ?? [], next),
  };
}
