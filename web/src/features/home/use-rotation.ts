import { type RefObject, useEffect, useEffectEvent, useReducer } from 'react';

/** How long a screen is shown before the next one takes its place. */
export const turnMilliseconds = 15_000;

/** What is so at the moment; each of these keeps the carousel from turning by itself. The names are short for the bundle's sake. */
interface Circumstances {
  /** The pointer is over the screens. */
  hovered?: boolean;
  /** The keyboard's focus is in it. */
  focused?: boolean;
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
  /** The time of the last click, from which the next turn is counted. */
  clicked?: number;
}

/** How much of the carousel must be on the screen for it to be in view. */
const inViewShare = 0.1;

interface Rotation {
  root: RefObject<HTMLElement | null>;
  /** Part of the root. A pointer that rests on its controls does not hold it. */
  screens: RefObject<HTMLElement | null>;
  index: number;
  /** True while a dialog covers the carousel. */
  isHeld: boolean;
  turn: () => void;
}

/**
 * Calls `turn` every 15 seconds, counted from the last change of `index` and the last click, for as long as nothing speaks
 * against it. Only the button stops it for good.
 */
export function useRotation({ root, screens, index, isHeld, turn }: Rotation) {
  const [now, note] = useReducer(
    (known: Circumstances, changed: Partial<Circumstances>) => ({ ...known, ...changed }),
    {},
  );
  const isPaused = now.paused ?? now.still ?? false;
  const isRotating = !(isPaused || isHeld || now.hovered || now.focused || now.hidden || now.away !== false);
  const onTurn = useEffectEvent(turn);

  // biome-ignore lint/correctness/useExhaustiveDependencies: index and click are not read; their change starts the wait again
  useEffect(() => {
    if (!isRotating) return;
    const timer = setTimeout(onTurn, turnMilliseconds);
    return () => clearTimeout(timer);
  }, [isRotating, index, now.clicked]);

  useEffect(() => {
    const element = root.current;
    const scroller = screens.current;
    if (!element || !scroller) return;
    const listening = new AbortController();
    const { signal } = listening;
    const noteOn = <Type extends keyof HTMLElementEventMap>(
      target: EventTarget,
      type: Type | 'visibilitychange',
      changed: (event: HTMLElementEventMap[Type]) => Partial<Circumstances>,
    ) =>
      target.addEventListener(type, (event) => note(changed(event as HTMLElementEventMap[Type])), { signal });
    const reducedMotion = matchMedia('(prefers-reduced-motion: reduce)');
    const fromSystem = () => ({
      hidden: document.hidden,
      still: reducedMotion.matches,
    });
    note({ ...fromSystem(), seen: false });
    noteOn(document, 'visibilitychange', fromSystem);
    noteOn(reducedMotion, 'change', fromSystem);
    noteOn(element, 'pointerenter', () => ({ seen: true }));
    noteOn(scroller, 'pointerenter', () => ({ hovered: true }));
    noteOn(scroller, 'pointerleave', () => ({ hovered: false }));
    // Also of its track, whose scrolling does not bubble.
    document.addEventListener('scroll', () => note({ seen: true }), { signal, capture: true, once: true });
    // A click also moves the focus, but only keyboard focus must pause the rotation.
    noteOn(element, 'focusin', ({ target }) => ({
      focused: (target as Element).matches(':focus-visible'),
      seen: true,
    }));
    noteOn(element, 'focusout', () => ({ focused: false }));
    noteOn(element, 'click', ({ timeStamp }) => ({ clicked: timeStamp }));
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
  }, [root, screens]);

  return {
    isRotating,
    isPaused,
    /** The visitor has come to it, or moves about the page. */
    isSeen: now.seen,
    /** Starts it although the focus stays on the button. */
    togglePause: () => note({ paused: !isPaused, focused: false }),
  };
}
