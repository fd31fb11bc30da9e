import { useEffect, useState } from 'react';
import styles from './spinner.module.css';

const framesInPercent = [10, 20, 40, 60, 80, 90] as const;
const frameMilliseconds = 150;

/**
 * A ring that fills in six frames, repeatedly. Decorative: text next to it says what is loading.
 */
export function Spinner() {
  const [frame, setFrame] = useState(0);

  useEffect(() => {
    const timer = setInterval(
      () => setFrame((current) => (current + 1) % framesInPercent.length),
      frameMilliseconds,
    );
    return () => clearInterval(timer);
  }, []);

  return (
    <svg viewBox="0 0 20 20" className={styles.spinner} aria-hidden="true">
      <circle className={styles.track} cx="10" cy="10" r="8" />
      <circle cx="10" cy="10" r="8" pathLength={100} strokeDasharray={`${framesInPercent[frame]} 100`} />
    </svg>
  );
}
