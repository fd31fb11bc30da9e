import { type RefObject, useEffect, useEffectEvent, useReducer } from 'react';

/** How long a screen is shown before the next one takes its place. */
export const turnMilliseconds = 15_000;

/** What is so at the moment; each of these keeps the carousel from turning by itself. */
interface Circumstances {
  isHovered: boolean;
  hasFocus: boolean;
  isTabHidden: boolean;
  isOutOfView: boolean;
  prefersReducedMotion: boolean;
  /** The visitor's own word, once there is one: it stands above what the system prefers. */
  isPaused?: boolean;
}

/** A carousel of which less than this is on the screen is out of view. */
const visibleShare = 0.1;

const atFirst: Circumstances = {
  isHovered: false,
  hasFocus: false,
  isTabHidden: false,
  isOutOfView: true,
  prefersReducedMotion: false,
};

/** Calls `turn` every 15 seconds, counted from the last change of `index`, for as long as nothing speaks against it. */
export function useRotation(root: RefObject<HTMLElement | null>, index: number, turn: () => void) {
  const [now, note] = useReducer(
    (known: Circumstances, changed: Partial<Circumstances>) => ({ ...known, ...changed }),
    atFirst,
  );
  const isPaused = now.isPaused ?? now.prefersReducedMotion;
  const isRotating = !(isPaused || now.isHovered || now.hasFocus || now.isTabHidden || now.isOutOfView);
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
      isTabHidden: document.hidden,
      prefersReducedMotion: reducedMotion.matches,
    });
    note(fromSystem());
    noteOn(document, 'visibilitychange', fromSystem);
    noteOn(reducedMotion, 'change', fromSystem);
    noteOn(element, 'pointerenter', () => ({ isHovered: true }));
    noteOn(element, 'pointerleave', () => ({ isHovered: false }));
    noteOn(element, 'focusin', () => ({ hasFocus: true }));
    noteOn(element, 'focusout', () => ({ hasFocus: false }));
    const view = new IntersectionObserver(
      (entries) => note({ isOutOfView: !entries.at(-1)?.isIntersecting }),
      { threshold: visibleShare },
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
    /** Who presses the button to play wants it to turn, although the focus is still on the button. */
    togglePause: () => note({ isPaused: !isPaused, hasFocus: false }),
  };
}
