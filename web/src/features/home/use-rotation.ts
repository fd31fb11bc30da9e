import { type MouseEvent, type RefObject, useEffect, useEffectEvent, useReducer, useRef } from 'react';

/** How long a screen is shown before the next one takes its place. */
export const turnMilliseconds = 15_000;

/** What is so at the moment; each of these keeps the carousel from turning by itself. The names are short for the bundle's sake. */
interface Circumstances {
  hovered?: boolean;
  /** The tab is. */
  hidden?: boolean;
  /** Out of view; unknown at first. */
  away?: boolean;
  /** The visitor's system asks for less motion. */
  still?: boolean;
  /** The visitor's own word, once there is one: it stands above what the system asks for. */
  paused?: boolean;
  /** The visitor has come to it, or moves about the page; unknown before this code runs. */
  seen?: boolean;
}

/** How much of the carousel must be on the screen for it to be in view. */
const inViewShare = 0.1;

/** A click of assistive technology sends the focus ahead by less than this. */
const arrivalMilliseconds = 300;

/**
 * Calls `turn` every 15 seconds, counted from the last change of `index`, for as long as nothing speaks against it. The focus
 * stops it for good, until the visitor asks for it.
 */
export function useRotation(root: RefObject<HTMLElement | null>, index: number, turn: () => void) {
  const [now, note] = useReducer(
    (known: Circumstances, changed: Partial<Circumstances>) => ({ ...known, ...changed }),
    {},
  );
  const isPaused = now.paused ?? now.still ?? false;
  const isRotating = !(isPaused || now.hovered || now.hidden || now.away !== false);
  const onTurn = useEffectEvent(turn);
  const stoppedAt = useRef(0);
  const pressedAt = useRef(0);

  const stop = useEffectEvent((timeStamp: number) => {
    if (!isPaused) stoppedAt.current = timeStamp;
    note({ paused: true, seen: true });
  });

  /** A press that has brought the focus along answers to what the button said before the focus came. */
  function togglePause({ detail, timeStamp }: MouseEvent) {
    const beganAt = detail > 0 ? pressedAt.current : timeStamp;
    note({ paused: !isPaused || beganAt < stoppedAt.current + arrivalMilliseconds });
  }

  // biome-ignore lint/correctness/useExhaustiveDependencies: the index is not read; its change starts the wait anew
  useEffect(() => {
    if (!isRotating) return;
    const timer = setTimeout(onTurn, turnMilliseconds);
    return () => clearTimeout(timer);
  }, [isRotating, index]);

  useEffect(() => {
    const element = root.current;
    if (!element) return;
    const listening = new AbortController();
    const { signal } = listening;
    const on = (target: EventTarget, type: string, listener: (event: Event) => void) =>
      target.addEventListener(type, listener, { signal });
    const noteOn = (target: EventTarget, type: string, changed: () => Partial<Circumstances>) =>
      on(target, type, () => note(changed()));
    const reducedMotion = matchMedia('(prefers-reduced-motion: reduce)');
    const fromSystem = () => ({
      hidden: document.hidden,
      still: reducedMotion.matches,
    });
    note({ ...fromSystem(), seen: false });
    noteOn(document, 'visibilitychange', fromSystem);
    noteOn(reducedMotion, 'change', fromSystem);
    noteOn(element, 'pointerenter', () => ({ hovered: true, seen: true }));
    noteOn(element, 'pointerleave', () => ({ hovered: false }));
    // Also of its track, whose scrolling does not bubble.
    document.addEventListener('scroll', () => note({ seen: true }), { signal, capture: true, once: true });
    on(element, 'focusin', ({ timeStamp }) => stop(timeStamp));
    on(element, 'pointerdown', ({ timeStamp }) => {
      pressedAt.current = timeStamp;
    });
    // A key is pressed by who knows where the focus is.
    on(element, 'keydown', () => {
      stoppedAt.current = 0;
    });
    const view = new IntersectionObserver(
      (entries) => {
        note({ away: (entries.at(-1)?.intersectionRatio ?? 0) < inViewShare });
      },
      { threshold: inViewShare },
    );
    view.observe(element);
    return () => {
      listening.abort();
      view.disconnect();
    };
  }, [root]);

  return {
    isRotating,
    isPaused,
    /** The visitor has come to it, or moves about the page. */
    isSeen: now.seen,
    togglePause,
  };
}
