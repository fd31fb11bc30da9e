// @vitest-environment jsdom
import { act, cleanup, fireEvent, render, screen, within } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { mockups } from '../../../../content/mockups.ts';
import { leaveSite } from '../../lib/leave-site.ts';
import { enlargeMilliseconds, MockupCarousel } from './mockup-carousel.tsx';
import { turnMilliseconds } from './use-rotation.ts';

const slideWidth = 400;
const stopName = 'Stop automatic slide show';
const startName = 'Start automatic slide show';

/** The settings of the system and the window. The carousel receives changes as from a browser. */
const system = vi.hoisted(() => ({
  prefersReducedMotion: false,
  reportView: (_share: number) => {},
}));
const reducedMotion = new EventTarget();

/** The code that enlarges a screen; a test decides when it arrives. */
const chunk = vi.hoisted(() => Promise.withResolvers<void>());
vi.mock('./enlarged-mockup.tsx', async () => {
  await chunk.promise;
  return { EnlargedMockup: () => <div role="dialog" /> };
});
vi.mock('../../lib/leave-site.ts', () => ({ leaveSite: vi.fn() }));

beforeEach(() => {
  vi.useFakeTimers();
  system.prefersReducedMotion = false;
  vi.stubGlobal('matchMedia', () =>
    Object.defineProperty(reducedMotion, 'matches', {
      configurable: true,
      get: () => system.prefersReducedMotion,
    }),
  );
  vi.stubGlobal(
    'IntersectionObserver',
    class {
      constructor(onChange: (entries: { intersectionRatio: number }[]) => void) {
        system.reportView = (intersectionRatio) => {
          act(() => onChange([{ intersectionRatio }]));
        };
      }
      observe() {}
      disconnect() {}
    },
  );
  // jsdom has no layout and no scrolling.
  vi.spyOn(HTMLElement.prototype, 'offsetLeft', 'get').mockImplementation(function (this: HTMLElement) {
    return [...(this.parentElement?.children ?? [])].indexOf(this) * slideWidth;
  });
  Element.prototype.scrollTo = vi.fn(function (this: Element, options?: ScrollToOptions | number) {
    if (typeof options === 'object') this.scrollLeft = options.left ?? 0;
  }) as typeof Element.prototype.scrollTo;
  Object.defineProperty(document, 'hidden', { configurable: true, value: false });
});

afterEach(() => {
  cleanup();
  vi.useRealTimers();
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
  vi.mocked(leaveSite).mockReset();
});

function show() {
  render(<MockupCarousel />);
  system.reportView(1);
  return screen.getByRole('region', { name: 'Screens of the app' });
}

const dots = () => screen.getAllByRole('button', { name: /^Screen \d/ });
const shownIndex = () => dots().findIndex((dot) => dot.getAttribute('aria-current') === 'true');
const wait = (milliseconds: number) => act(() => vi.advanceTimersByTime(milliseconds));
const button = (name: string) => screen.getByRole('button', { name });

describe('automatic rotation', () => {
  it('shows each screen for 15 seconds, and starts over after the last', () => {
    show();
    const shown = [shownIndex()];
    wait(turnMilliseconds - 1);
    expect(shownIndex()).toBe(0);
    wait(1);
    for (let turn = 1; turn <= mockups.length; turn += 1) {
      shown.push(shownIndex());
      wait(turnMilliseconds);
    }
    expect(shown).toEqual([0, 1, 2, 3, 4, 5, 0]);
  });

  it('waits another 15 seconds after a selection', () => {
    show();
    wait(turnMilliseconds - 1);
    fireEvent.click(dots()[3] as HTMLElement);
    wait(turnMilliseconds - 1);
    expect(shownIndex()).toBe(3);
    wait(1);
    expect(shownIndex()).toBe(4);
  });

  it.each<[string, (carousel: HTMLElement) => void, (carousel: HTMLElement) => void]>([
    [
      'the pointer is over a screen',
      (it) => fireEvent.pointerEnter(trackOf(it)),
      (it) => fireEvent.pointerLeave(trackOf(it)),
    ],
    ['the keyboard focus is inside', () => button('Next screen').focus(), () => button('Next screen').blur()],
    ['the tab is hidden', () => setHidden(true), () => setHidden(false)],
    ['it is out of view', () => system.reportView(0), () => system.reportView(1)],
    ['it is paused', () => fireEvent.click(button(stopName)), () => fireEvent.click(button(startName))],
    ['less motion is wanted', () => setReducedMotion(true), () => setReducedMotion(false)],
  ])('pauses while %s, and continues afterwards', (_, stop, goOn) => {
    const carousel = show();
    act(() => void stop(carousel));
    wait(3 * turnMilliseconds);
    expect(shownIndex()).toBe(0);
    act(() => void goOn(carousel));
    wait(turnMilliseconds);
    expect(shownIndex()).toBe(1);
  });

  it('stays paused when the pointer, the focus and the view change', () => {
    const carousel = show();
    fireEvent.click(button(stopName));
    fireEvent.pointerEnter(trackOf(carousel));
    fireEvent.pointerLeave(trackOf(carousel));
    clickByPointer(dots()[0] as HTMLElement);
    system.reportView(0);
    system.reportView(1);
    wait(3 * turnMilliseconds);
    expect(shownIndex()).toBe(0);
    expect(button(startName)).toBeTruthy();
  });

  it('continues 15 seconds after a click on a dot, although pointer and focus stay', () => {
    const carousel = show();
    const dot = dots()[3] as HTMLElement;
    fireEvent.pointerEnter(carousel);
    clickByPointer(dot);
    expect(document.activeElement).toBe(dot);
    wait(turnMilliseconds);
    expect(shownIndex()).toBe(4);
    wait(turnMilliseconds);
    expect(shownIndex()).toBe(5);
  });

  it('waits another 15 seconds after a click on the dot of the current screen', () => {
    show();
    wait(turnMilliseconds - 1);
    clickByPointer(dots()[0] as HTMLElement);
    wait(turnMilliseconds - 1);
    expect(shownIndex()).toBe(0);
    wait(1);
    expect(shownIndex()).toBe(1);
  });

  it('starts with a key although the focus stays on the button', () => {
    show();
    const toggle = button(stopName);
    act(() => toggle.focus());
    fireEvent.click(toggle);
    expect(button(startName)).toBe(toggle);
    wait(3 * turnMilliseconds);
    expect(shownIndex()).toBe(0);
    fireEvent.click(toggle);
    wait(turnMilliseconds);
    expect(shownIndex()).toBe(1);
  });

  it('starts only on request for a visitor who prefers reduced motion', () => {
    system.prefersReducedMotion = true;
    show();
    wait(3 * turnMilliseconds);
    expect(shownIndex()).toBe(0);
    act(() => button(startName).focus());
    fireEvent.click(button(startName));
    wait(turnMilliseconds);
    expect(shownIndex()).toBe(1);
  });
});

describe('manual control', () => {
  it('shows the screen of a dot', () => {
    const carousel = show();
    fireEvent.click(dots()[4] as HTMLElement);
    expect(shownIndex()).toBe(4);
    expect(trackOf(carousel).scrollLeft).toBe(4 * slideWidth);
  });

  it('cycles in both directions with buttons and arrow keys', () => {
    const carousel = show();
    fireEvent.click(button('Previous screen'));
    expect(shownIndex()).toBe(5);
    fireEvent.click(button('Next screen'));
    expect(shownIndex()).toBe(0);
    fireEvent.keyDown(button(stopName), { key: 'ArrowLeft' });
    expect(shownIndex()).toBe(5);
    fireEvent.keyDown(carousel, { key: 'ArrowRight' });
    expect(shownIndex()).toBe(0);
    fireEvent.keyDown(carousel, { key: 'ArrowDown' });
    expect(shownIndex()).toBe(0);
  });

  it.each(['altKey', 'ctrlKey', 'metaKey', 'shiftKey'])('leaves arrow keys with %s to the browser', (key) => {
    const carousel = show();
    expect(fireEvent.keyDown(carousel, { key: 'ArrowRight', [key]: true })).toBe(true);
    expect(shownIndex()).toBe(0);
    expect(fireEvent.keyDown(carousel, { key: 'ArrowRight' })).toBe(false);
  });

  it('does not return to a screen that a programmatic scroll passes', () => {
    const track = trackOf(show());
    track.scrollLeft = 0.2 * slideWidth;
    fireEvent.scroll(track);
    fireEvent.click(dots()[3] as HTMLElement);
    track.scrollLeft = 1.2 * slideWidth;
    fireEvent.scroll(track);
    wait(400);
    expect(shownIndex()).toBe(3);
    track.scrollLeft = 3 * slideWidth;
    fireEvent.scroll(track);
    wait(1000);
    expect(shownIndex()).toBe(3);
  });

  it('moves the focus away from the screen that leaves', () => {
    const carousel = show();
    const links = within(carousel).getAllByRole('link');
    act(() => links[0]?.focus());
    fireEvent.keyDown(links[0] as HTMLElement, { key: 'ArrowRight' });
    expect(document.activeElement).toBe(links[1]);
  });

  it('detects the screen at which a swipe ends', () => {
    const track = trackOf(show());
    track.scrollLeft = 1.6 * slideWidth;
    fireEvent.scroll(track);
    track.scrollLeft = 2 * slideWidth;
    fireEvent.scroll(track);
    expect(shownIndex()).toBe(0);
    wait(200);
    expect(shownIndex()).toBe(2);
  });
});

describe('an enlarged screen', () => {
  const link = (index: number) => screen.getAllByRole('link')[index] as HTMLElement;

  const arrival = async () => {
    chunk.resolve();
    await act(async () => void (await import('./enlarged-mockup.tsx')));
  };
  const dialog = () => screen.queryByRole('dialog');

  it('opens the picture when the code takes longer than a few seconds', () => {
    show();
    fireEvent.click(link(0));
    wait(enlargeMilliseconds - 1);
    expect(leaveSite).not.toHaveBeenCalled();
    wait(1);
    expect(leaveSite).toHaveBeenCalledWith('/media/site/images/map-1600.webp');
  });

  it.each<[string, () => void]>([
    ['another screen was chosen', () => fireEvent.click(dots()[1] as HTMLElement)],
    [
      'another screen was selected, then this one again',
      () => {
        fireEvent.click(dots()[1] as HTMLElement);
        fireEvent.click(dots()[0] as HTMLElement);
      },
    ],
    ['the page was left', cleanup],
  ])('is no longer awaited once %s', async (_, moveOn) => {
    show();
    fireEvent.click(link(0));
    moveOn();
    wait(2 * enlargeMilliseconds);
    await arrival();
    expect(dialog()).toBeNull();
    expect(leaveSite).not.toHaveBeenCalled();
  });

  it('opens once, without the picture', async () => {
    show();
    fireEvent.click(link(0));
    await arrival();
    expect(dialog()).not.toBeNull();
    wait(2 * enlargeMilliseconds);
    expect(leaveSite).not.toHaveBeenCalled();
    wait(2 * turnMilliseconds);
    expect(shownIndex()).toBe(0);
  });

  it.each(['altKey', 'ctrlKey', 'metaKey', 'shiftKey'])('leaves a click with %s to the browser', (key) => {
    show();
    expect(isLeftToBrowser(link(0), { [key]: true })).toBe(true);
    expect(isLeftToBrowser(link(0), { button: 1 })).toBe(true);
    expect(isLeftToBrowser(link(0), {})).toBe(false);
  });
});

describe('for screen readers', () => {
  it('is a carousel of numbered slides, starting with the button that stops it', () => {
    const carousel = show();
    expect(carousel.getAttribute('aria-roledescription')).toBe('carousel');
    expect(slides(carousel).map((slide) => slide.getAttribute('aria-label'))).toEqual(
      mockups.map((_, index) => `${index + 1} of 6`),
    );
    expect(within(carousel).getAllByRole('button')[0]).toBe(button(stopName));
  });

  it('announces the screen, but not during automatic rotation', () => {
    const carousel = show();
    const announced = carousel.querySelector('[aria-live]');
    expect(announced?.getAttribute('aria-live')).toBe('off');
    fireEvent.click(button(stopName));
    fireEvent.click(button('Next screen'));
    expect(announced?.getAttribute('aria-live')).toBe('polite');
    expect(announced?.textContent).toBe(`2 of 6: ${mockups[1]?.caption}`);
  });
});

function slides(carousel: HTMLElement): HTMLElement[] {
  return within(carousel).getAllByRole('group', { name: /^\d of \d$/ });
}

function trackOf(carousel: HTMLElement): HTMLElement {
  return slides(carousel)[0]?.parentElement as HTMLElement;
}

/** Focus by a pointer is not visible. */
function clickByPointer(element: HTMLElement) {
  const matches = vi
    .spyOn(element, 'matches')
    .mockImplementation((selector) => selector !== ':focus-visible');
  act(() => element.focus());
  matches.mockRestore();
  fireEvent.click(element, { detail: 1 });
}

function isLeftToBrowser(link: HTMLElement, click: MouseEventInit): boolean {
  let isLeft = false;
  document.addEventListener(
    'click',
    (event) => {
      isLeft = !event.defaultPrevented;
      // jsdom cannot follow the link.
      event.preventDefault();
    },
    { once: true },
  );
  fireEvent.click(link, click);
  return isLeft;
}

function setHidden(isHidden: boolean) {
  Object.defineProperty(document, 'hidden', { configurable: true, value: isHidden });
  document.dispatchEvent(new Event('visibilitychange'));
}

function setReducedMotion(isReduced: boolean) {
  system.prefersReducedMotion = isReduced;
  reducedMotion.dispatchEvent(new Event('change'));
}
