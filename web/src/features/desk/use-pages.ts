import { useCallback, useEffect, useRef } from 'react';
import type { Answer } from '../../lib/use-answer.ts';
import { useReading } from './use-reading.ts';

export interface PagedReading<Page> {
  /** The first page. */
  answer: Answer<Page>;
  /** The pages after it. */
  later: Page[];
  /** Undefined on the last page. */
  readNext: (() => Promise<void>) | undefined;
  /** Reads all loaded pages again, and replaces them at once. */
  reload: () => Promise<void>;
}

type ReadPage<Page> = (cursor?: string) => Promise<Page>;

/**
 * A list that the team reads page by page.
 * @param read reads the first page, or the page at a cursor; must be stable while the list is the same
 */
export function usePages<Page extends { next?: string | undefined }>(
  read: ReadPage<Page>,
): PagedReading<Page> {
  const shown = useRef<{ read: ReadPage<Page>; pages: Page[] } | null>(null);
  const readAll = useCallback(async () => {
    const pageCount = shown.current?.read === read ? shown.current.pages.length : 1;
    const pages = [await read()];
    for (let next = pages[0]?.next; next !== undefined && pages.length < pageCount; next = pages.at(-1)?.next)
      pages.push(await read(next));
    return { read, pages };
  }, [read]);
  const { answer, reload, replace } = useReading(readAll);
  const { value } = answer;
  useEffect(() => {
    shown.current = value;
  }, [value]);
  const cursor = value?.pages.at(-1)?.next;
  return {
    answer: { ...answer, value: value?.pages[0] ?? null },
    later: value?.pages.slice(1) ?? [],
    readNext:
      value && cursor !== undefined
        ? async () => {
            const page = await value.read(cursor);
            replace(value, { ...value, pages: [...value.pages, page] });
          }
        : undefined,
    reload,
  };
}
