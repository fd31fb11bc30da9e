// @vitest-environment jsdom
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { whenPainted } from './when-painted.ts';

let reportPaint: () => void;

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'requestAnimationFrame'] });
  vi.stubGlobal(
    'PerformanceObserver',
    class {
      constructor(callback: () => void) {
        reportPaint = callback;
      }
      observe() {}
    },
  );
});

afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

async function frames(count: number) {
  await Promise.resolve();
  for (let frame = 0; frame < count; frame++) await vi.advanceTimersToNextFrame();
}

it('calls once, two frames after the page is painted and loaded', async () => {
  const callback = vi.fn();
  whenPainted(callback);
  window.dispatchEvent(new Event('load'));
  await frames(2);
  expect(callback).not.toHaveBeenCalled();

  reportPaint();
  await vi.advanceTimersByTimeAsync(0);
  await frames(1);
  expect(callback).not.toHaveBeenCalled();
  await frames(1);
  expect(callback).toHaveBeenCalledTimes(1);

  await vi.advanceTimersByTimeAsync(10_000);
  window.dispatchEvent(new Event('pointerdown'));
  expect(callback).toHaveBeenCalledTimes(1);
});

it.each(['pointerdown', 'keydown'])('calls at once on %s', (touch) => {
  const callback = vi.fn();
  whenPainted(callback);
  window.dispatchEvent(new Event(touch));
  expect(callback).toHaveBeenCalledTimes(1);
});

it('waits at most 1.5 s', async () => {
  const callback = vi.fn();
  whenPainted(callback);
  await vi.advanceTimersByTimeAsync(1499);
  expect(callback).not.toHaveBeenCalled();
  await vi.advanceTimersByTimeAsync(1);
  expect(callback).toHaveBeenCalledTimes(1);
});
