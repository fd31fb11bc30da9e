import styles from './progress.module.css';
import { Spinner } from './spinner.tsx';

/** Shows and announces that something is loading. */
export function Progress({ label }: { label: string }) {
  return (
    <p role="status" className={styles.progress}>
      <Spinner />
      <span>{label}</span>
    </p>
  );
}
