import { useCallback, useState } from 'react';
import { useReading } from './use-reading.ts';

/**
 * A list that the team reads page by page.
 * @param read reads the first page, or the page at a cursor; keep its identity while it reads the same list
 */
export function usePages<Page extends { next?: string | undefined }>(
  read: (cursor?: string) => Promise<Page>,
) {
  const [later, setLater] = useState<Page[]>([]);
  const readFirst = useCallback(async () => {
    const first = await read();
    setLater([]);
    return first;
  }, [read]);
  const { answer, reload } = useReading(readFirst);
  const cursor = (later.at(-1) ?? answer.value)?.next;
  return {
    /** The first page. */
    answer,
    /** The pages after it. */
    later,
    /** Undefined on the last page. */
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
