// @vitest-environment jsdom
import { cleanup, render } from '@testing-library/react';
import { afterEach, expect, it, vi } from 'vitest';
import { useLayoutInTurn } from './use-layout-in-turn.ts';

afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

function Page() {
  useLayoutInTurn();
  return (
    <main>
      <section data-layout="later" />
      <section data-layout="later" />
      <section />
    </main>
  );
}

it.each([true, false])(
  'lays out one part after the other (with requestIdleCallback: %s)',
  async (hasIdle) => {
    const turns: (() => void)[] = [];
    vi.stubGlobal('requestAnimationFrame', (callback: () => void) => callback());
    if (hasIdle) vi.stubGlobal('requestIdleCallback', (callback: () => void) => turns.push(callback));
    else vi.stubGlobal('setTimeout', (callback: () => void) => turns.push(callback));
    const { container, unmount } = render(<Page />);
    const state = () => [...container.querySelectorAll('section')].map(({ dataset }) => dataset.layout);
    const takeTurn = async () => {
      turns.shift()?.();
      for (let step = 0; step < 5; step++) await Promise.resolve();
    };

    expect(state()).toEqual(['later', 'later', undefined]);
    await takeTurn();
    expect(state()).toEqual(['done', 'later', undefined]);
    await takeTurn();
    expect(state()).toEqual(['done', 'done', undefined]);
    unmount();
  },
);
