// @vitest-environment jsdom
import { act, cleanup, render, renderHook, screen } from '@testing-library/react';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { WithAnswer } from '../../components/with-answer.tsx';
import { ApiError } from '../../lib/api-error.ts';
import { callDesk } from './call-desk.ts';
import { useConclude, usePages, useReading } from './use-reading.tsx';

vi.mock('./call-desk.ts');

afterEach(cleanup);

/** Resolves in the order that the test chooses. */
function readings() {
  const waiting: ((answer: string) => void)[] = [];
  vi.mocked(callDesk).mockImplementation(() => new Promise((resolve) => waiting.push(resolve as never)));
  return waiting;
}
const renderReading = () => renderHook(() => useReading('deskToday', {}));

it('resolves a replaced reload only when the newer response is shown', async () => {
  const waiting = readings();
  const { result } = renderReading();
  await act(async () => waiting[0]?.('first'));
  let hasEnded = false;
  await act(async () => {
    void result.current.reload().then(() => {
      hasEnded = true;
    });
    void result.current.reload();
  });
  await act(async () => waiting[1]?.('outdated'));
  expect([result.current.answer.value, hasEnded]).toEqual(['first', false]);
  await act(async () => waiting[2]?.('newest'));
  expect([result.current.answer.value, hasEnded]).toEqual(['newest', true]);
});

it('keeps the last response after a failed reload, and says why it is old', async () => {
  vi.mocked(callDesk).mockResolvedValue('first' as never);
  const { result } = renderReading();
  await act(async () => {});
  expect(result.current.answer).toMatchObject({ value: 'first', reloadFailure: null });
  vi.mocked(callDesk).mockRejectedValueOnce(new ApiError('unavailable', 'The server is asleep.'));
  await act(() => result.current.reload());
  render(
    <WithAnswer answer={result.current.answer} loadingLabel="Loading…">
      {(value) => <p>{String(value)}</p>}
    </WithAnswer>,
  );
  expect(screen.getByText('first')).toBeTruthy();
  expect(screen.getByText('The server is asleep.')).toBeTruthy();
  await act(async () => result.current.answer.askAgain());
  expect(result.current.answer.reloadFailure).toBeNull();
});

describe('useConclude', () => {
  it('throws outside of a view, unless the action has its own conclusions', () => {
    vi.spyOn(console, 'error').mockImplementation(() => {});
    expect(() => renderHook(() => useConclude())).toThrow('outside of a view');
    renderHook(() => useConclude(true));
  });
});

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
