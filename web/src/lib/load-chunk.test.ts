import { afterEach, expect, it, vi } from 'vitest';
import { ChunkLoadError, loadChunk } from './load-chunk.ts';

afterEach(() => {
  vi.useRealTimers();
});

it('returns the module', async () => {
  expect(await loadChunk('pricing', async () => ({ default: 1 }))).toEqual({ default: 1 });
});

it('throws an error with the chunk and the cause', async () => {
  const cause = new TypeError('Failed to fetch dynamically imported module');

  const failure = await loadChunk('pricing', () => Promise.reject(cause)).catch((error: unknown) => error);

  expect(failure).toBeInstanceOf(ChunkLoadError);
  expect(failure).toMatchObject({ message: 'Loading chunk pricing failed.', cause });
});

it('gives up after 120 seconds', async () => {
  vi.useFakeTimers();
  const settled = vi.fn();
  loadChunk('pricing', () => new Promise(() => {})).catch(settled);

  await vi.advanceTimersByTimeAsync(119_999);
  expect(settled).not.toHaveBeenCalled();
  await vi.advanceTimersByTimeAsync(1);

  expect(settled).toHaveBeenCalledWith(new ChunkLoadError('pricing'));
});
