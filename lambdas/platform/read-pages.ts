import { type ItemPage, readCursor } from './query-page.ts';

type ReadPage<Item> = (cursor: string | undefined) => Promise<ItemPage<Item>>;

type ItemsOf<Lists extends Record<string, ReadPage<unknown>>> = {
  [Name in keyof Lists]: Awaited<ReturnType<Lists[Name]>>['items'];
};

/**
 * Reads a page of each list. The next call continues all of them; a list that has ended stays empty.
 * @throws AppError `invalid-argument` for a cursor that does not belong to the lists
 */
export async function readPages<Lists extends Record<string, ReadPage<unknown>>>(
  lists: Lists,
  cursor: string | undefined,
): Promise<{ items: ItemsOf<Lists>; next?: string }> {
  const cursors = cursor === undefined ? undefined : readCursor(cursor);
  const pages = await Promise.all(
    Object.entries(lists).map(async ([name, read]) => {
      const hasEnded = cursors && !Object.hasOwn(cursors, name);
      return { name, ...(hasEnded ? { items: [] } : await read(cursors?.[name])) };
    }),
  );
  const items = Object.fromEntries(pages.map((page) => [page.name, page.items])) as ItemsOf<Lists>;
  const nextCursors = pages.flatMap(({ name, next }) => (next === undefined ? [] : [[name, next]]));
  if (nextCursors.length === 0) return { items };
  return { items, next: JSON.stringify(Object.fromEntries(nextCursors)) };
}

/** The items of all pages. */
export async function readEveryPage<Item>(read: ReadPage<Item>): Promise<Item[]> {
  const found: Item[] = [];
  let cursor: string | undefined;
  do {
    const { items, next } = await read(cursor);
    found.push(...items);
    cursor = next;
  } while (cursor !== undefined);
  return found;
}
