import { useCallback, useState } from 'react';
import type { Answer } from '../../lib/use-answer.ts';
import { useReading } from './use-reading.ts';

export interface PagedReading<Page> {
  /** The first page. */
  answer: Answer<Page>;
  /** The pages after it. */
  later: Page[];
  /** Undefined on the last page. */
  readNext: (() => Promise<void>) | undefined;
  reload: () => Promise<void>;
}

/**
 * A list that the team reads page by page.
 * @param read reads the first page, or the page at a cursor; keep its identity while it reads the same list
 */
export function usePages<Page extends { next?: string | undefined }>(
  read: (cursor?: string) => Promise<Page>,
): PagedReading<Page> {
  const [later, setLater] = useState<Page[]>([]);
  const readFirst = useCallback(async () => {
    const first = await read();
    setLater([]);
    return first;
  }, [read]);
  const { answer, reload } = useReading(readFirst);
  const cursor = (later.at(-1) ?? answer.value)?.next;
  return {
    answer,
    later,
    readNext:
      cursor === undefined
        ? undefined
        : async () => {
            const page = await read(cursor);
            setLater((before) => [...before, page]);
          },
    reload,
  };
}
