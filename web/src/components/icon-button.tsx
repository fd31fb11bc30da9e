import styles from './icon-button.module.css';

interface IconButtonProps {
  label: string;
  /** A path in a square of 24. */
  icon: string;
  onClick: () => void;
}

/** A round button with a drawing instead of a text. */
export function IconButton({ label, icon, onClick }: IconButtonProps) {
  return (
    <button type="button" className={styles.button} aria-label={label} onClick={onClick}>
      <svg viewBox="0 0 24 24" width="20" height="20" aria-hidden="true">
        <path d={icon} />
      </svg>
    </button>
  );
}
