// @vitest-environment jsdom
import { act, renderHook } from '@testing-library/react';
import { expect, it } from 'vitest';
import { useReading } from './use-reading.ts';

/** Resolves in the order that the test chooses. */
function readings() {
  const waiting: ((answer: string) => void)[] = [];
  const read = () => new Promise<string>((resolve) => waiting.push(resolve));
  return { read, waiting };
}

it('resolves a replaced reload only when the newer response is shown', async () => {
  const { read, waiting } = readings();
  const { result } = renderHook(() => useReading(read));
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
