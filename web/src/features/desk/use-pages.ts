import { useMemo, useState } from 'react';
import type { Answer } from '../../lib/use-answer.ts';
import { useReading } from './use-reading.ts';

export interface PagedReading<Page> {
  /** The first page. */
  answer: Answer<Page>;
  /** The pages after it. */
  later: Page[];
  /** Undefined on the last page. */
  readNext: (() => Promise<void>) | undefined;
  /** Reads as many pages again as were read, and replaces them all at once. */
  reload: () => Promise<void>;
}

type ReadPage<Page> = (cursor?: string) => Promise<Page>;

/**
 * A list that the team reads page by page.
 * @param read reads the first page, or the page at a cursor; keep its identity while it reads the same list
 */
export function usePages<Page extends { next?: string | undefined }>(
  read: ReadPage<Page>,
): PagedReading<Page> {
  const { readAll, readOneMore } = useMemo(() => pageReader(read), [read]);
  const { answer, reload } = useReading(readAll);
  const [added, setAdded] = useState<{ to: Page[] | null; pages: Page[] }>({ to: null, pages: [] });
  const { value } = answer;
  // A reload has replaced the list that a page was added to.
  const pagesAfter = added.to === value ? added.pages : [];
  const [first = null, ...later] = value ? [...value, ...pagesAfter] : [];
  const cursor = (later.at(-1) ?? first)?.next;
  return {
    answer: { ...answer, value: first },
    later,
    readNext:
      cursor === undefined
        ? undefined
        : async () => {
            const page = await readOneMore(cursor);
            setAdded((before) => ({
              to: value,
              pages: [...(before.to === value ? before.pages : []), page],
            }));
          },
    reload,
  };
}

function pageReader<Page extends { next?: string | undefined }>(read: ReadPage<Page>) {
  let count = 1;
  return {
    async readAll(): Promise<Page[]> {
      const pages = [await read()];
      for (let next = pages[0]?.next; next !== undefined && pages.length < count; next = pages.at(-1)?.next)
        pages.push(await read(next));
      return pages;
    },
    async readOneMore(cursor: string): Promise<Page> {
      const page = await read(cursor);
      count += 1;
      return page;
    },
  };
}
