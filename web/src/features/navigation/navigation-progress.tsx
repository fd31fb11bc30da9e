import { useEffect, useState } from 'react';
import { useLocation } from 'react-router-dom';
import hidden from '../../components/visually-hidden.module.css';
import { usePendingPage } from '../../lib/pending-pages.ts';
import styles from './navigation-progress.module.css';

/** Faster pages show no progress, because it would only flicker. */
export const progressDelayMs = 150;

/** A bar at the top of the window while the next page loads. */
export function NavigationProgress() {
  const isPending = usePendingPage(useLocation().key);
  // Screen readers announce the text because it appears after its status region.
  return isPending ? (
    <div role="status">
      <Bar />
    </div>
  ) : null;
}

function Bar() {
  const [isLate, setIsLate] = useState(false);
  useEffect(() => {
    const timer = setTimeout(() => setIsLate(true), progressDelayMs);
    return () => clearTimeout(timer);
  }, []);

  return (
    isLate && (
      <div ref={advance} className={styles.bar}>
        <span className={hidden.visuallyHidden}>Loading the page…</span>
      </div>
    )
  );
}

/**
 * The bar slows down because the duration is unknown. The animation is not in the stylesheet,
 * because every page would load it for its first paint.
 */
function advance(bar: HTMLElement | null) {
  if (matchMedia('(prefers-reduced-motion: reduce)').matches) return;
  bar?.animate(
    { insetInlineEnd: ['100%', '5%'] },
    { duration: 10_000, easing: 'ease-out', fill: 'forwards' },
  );
}
