// @vitest-environment jsdom
import { act, renderHook } from '@testing-library/react';
import { describe, expect, it, vi } from 'vitest';
import { callDesk } from './call-desk.ts';
import { usePages } from './use-reading.tsx';

vi.mock('./call-desk.ts');

interface Page {
  item: string;
  next?: string;
}

/** A list of three pages. The test ends each request. */
function openList() {
  const waiting: (() => void)[] = [];
  let version = 1;
  const read = (cursor = '0') => {
    const page: Page = { item: `${cursor}, version ${version}` };
    if (cursor !== '2') page.next = String(Number(cursor) + 1);
    return new Promise<Page>((resolve) => waiting.push(() => resolve(page)));
  };
  vi.mocked(callDesk).mockImplementation((async (_: string, request: { cursor?: string }) =>
    read(request.cursor)) as never);
  const { result } = renderHook(() => usePages('deskCodes', {}));
  return {
    end: () => act(async () => waiting.shift()?.()),
    endLatest: () => act(async () => waiting.pop()?.()),
    change: () => {
      version += 1;
    },
    /** Requests the next page without waiting for it. */
    readNext: () => act(async () => void result.current.readNext?.()),
    reload: () => act(async () => void result.current.reload()),
    shown: () => (result.current.answer.value as unknown as Page[] | null)?.map(({ item }) => item),
  };
}

describe('usePages', () => {
  it('reads page by page until the last one', async () => {
    const list = openList();
    for (const step of [list.end, list.readNext, list.end, list.readNext, list.end, list.readNext])
      await step();
    expect(list.shown()).toEqual(['0, version 1', '1, version 1', '2, version 1']);
  });

  it('reloads all pages that were read, and replaces them at once', async () => {
    const list = openList();
    for (const step of [list.end, list.readNext, list.end]) await step();
    list.change();
    await list.reload();
    await list.end();
    expect(list.shown()).toEqual(['0, version 1', '1, version 1']);
    await list.end();
    expect(list.shown()).toEqual(['0, version 2', '1, version 2']);
  });

  it('ignores a page that was requested before a reload and arrives after it', async () => {
    const list = openList();
    await list.end();
    await list.readNext();
    list.change();
    await list.reload();
    await list.endLatest();
    await list.readNext();
    await list.endLatest();
    await list.end();
    expect(list.shown()).toEqual(['0, version 2', '1, version 2']);
  });
});
