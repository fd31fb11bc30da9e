import { type RefObject, useEffect, useEffectEvent, useReducer } from 'react';

/** How long each screen is shown. */
export const turnMilliseconds = 15_000;

/**
 * The conditions that stop the automatic rotation. The names are short to save bytes.
 */
interface Circumstances {
  /** The pointer is over the screens. */
  hovered?: boolean;
  /** The keyboard focus is inside. */
  focused?: boolean;
  /** The tab is hidden. */
  hidden?: boolean;
  /** Out of view; unknown at first. */
  away?: boolean;
  /** The visitor's system requests reduced motion. */
  still?: boolean;
  /** The visitor's choice, if any; it overrides the system's setting. */
  paused?: boolean;
  /**
   * The visitor has reached the carousel or interacts with the page; unknown before this code runs.
   */
  seen?: boolean;
  /** The time of the last click; the next turn is counted from it. */
  clicked?: number;
}

/** How much of the carousel must be visible for it to be in view. */
const inViewShare = 0.1;

interface Rotation {
  root: RefObject<HTMLElement | null>;
  /** Part of the root. A pointer on the controls does not pause the rotation. */
  screens: RefObject<HTMLElement | null>;
  index: number;
  /** True while a dialog covers the carousel. */
  isHeld: boolean;
  turn: () => void;
}

/**
 * Calls `turn` every 15 seconds, counted from the last change of `index` and the last click, while
 * no condition prevents it. Only the button stops it permanently.
 */
export function useRotation({ root, screens, index, isHeld, turn }: Rotation) {
  const [now, note] = useReducer(
    (known: Circumstances, changed: Partial<Circumstances>) => ({ ...known, ...changed }),
    {},
  );
  const isPaused = now.paused ?? now.still ?? false;
  const isRotating = !(isPaused || isHeld || now.hovered || now.focused || now.hidden || now.away !== false);
  const onTurn = useEffectEvent(turn);

  // biome-ignore lint/correctness/useExhaustiveDependencies: index and click are not read; their change restarts the wait
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
    // Capturing, because scroll events of the track do not bubble.
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
    /**
     * The visitor has reached the carousel or interacts with the page; unknown before this code
     * runs.
     */
    isSeen: now.seen,
    /** Starts it although the focus stays on the button. */
    togglePause: () => note({ paused: !isPaused, focused: false }),
  };
}
