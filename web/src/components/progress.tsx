import styles from './progress.module.css';
import { Spinner } from './spinner.tsx';

/** Says that something is under way, to the eye and to screen readers. */
export function Progress({ label }: { label: string }) {
  return (
    <p role="status" className={styles.progress}>
      <Spinner />
      {label}
    </p>
  );
}
