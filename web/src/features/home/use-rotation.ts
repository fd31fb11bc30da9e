import { type RefObject, useEffect, useEffectEvent, useReducer } from 'react';

/** How long a screen is shown before the next one takes its place. */
export const turnMilliseconds = 15_000;

/** What is so at the moment; each of these keeps the carousel from turning by itself. The names are short for the bundle's sake. */
interface Circumstances {
  hovered?: boolean;
  focused?: boolean;
  /** The tab is. */
  hidden?: boolean;
  /** Out of view; unknown at first. */
  away?: boolean;
  /** The visitor's system asks for less motion. */
  still?: boolean;
  /** The visitor's own word, once there is one: it stands above what the system asks for. */
  paused?: boolean;
  /** Has been looked at. */
  seen?: boolean;
}

/** How much of the carousel must be on the screen for it to be in view at all, and for it to be looked at. */
const inViewShare = 0.1;
const lookedAtShare = 0.6;

/** Calls `turn` every 15 seconds, counted from the last change of `index`, for as long as nothing speaks against it. */
export function useRotation(root: RefObject<HTMLElement | null>, index: number, turn: () => void) {
  const [now, note] = useReducer(
    (known: Circumstances, changed: Partial<Circumstances>) => ({ ...known, ...changed }),
    {},
  );
  const isPaused = now.paused ?? now.still ?? false;
  const isRotating = !(isPaused || now.hovered || now.focused || now.hidden || now.away !== false);
  const onTurn = useEffectEvent(turn);

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
    const noteOn = (target: EventTarget, type: string, changed: () => Partial<Circumstances>) =>
      target.addEventListener(type, () => note(changed()), listening);
    const reducedMotion = matchMedia('(prefers-reduced-motion: reduce)');
    const fromSystem = () => ({
      hidden: document.hidden,
      still: reducedMotion.matches,
    });
    note(fromSystem());
    noteOn(document, 'visibilitychange', fromSystem);
    noteOn(reducedMotion, 'change', fromSystem);
    noteOn(element, 'pointerenter', () => ({ hovered: true }));
    noteOn(element, 'pointerleave', () => ({ hovered: false }));
    noteOn(element, 'focusin', () => ({ focused: true }));
    noteOn(element, 'focusout', () => ({ focused: false }));
    const view = new IntersectionObserver(
      (entries) => {
        const share = entries.at(-1)?.intersectionRatio ?? 0;
        note({ away: share < inViewShare, ...(share < lookedAtShare ? {} : { seen: true }) });
      },
      { threshold: [inViewShare, lookedAtShare] },
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
    /** It is, or has been, looked at. */
    isSeen: now.seen,
    /** Who presses the button to play wants it to turn, although the focus is still on the button. */
    togglePause: () => note({ paused: !isPaused, focused: false }),
  };
}
