import { type MouseEvent, type ReactNode, useEffect, useRef } from 'react';
import styles from './dialog.module.css';

interface DialogProps {
  /** What it shows, for screen readers. */
  label: string;
  onClose: () => void;
  children: ReactNode;
}

/** Something over the page, until Escape, its button or a click beside it closes it. The browser gives the focus back. */
export function Dialog({ label, onClose, children }: DialogProps) {
  const dialog = useRef<HTMLDialogElement>(null);

  useEffect(() => {
    // React's strict mode runs effects twice.
    if (!dialog.current?.open) dialog.current?.showModal();
  }, []);

  function closeOnBackdrop({ target, currentTarget }: MouseEvent<HTMLDialogElement>) {
    if (target === currentTarget) currentTarget.close();
  }

  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: with the keyboard, Escape closes a dialog
    <dialog
      ref={dialog}
      className={styles.dialog}
      aria-label={label}
      onClose={onClose}
      onClick={closeOnBackdrop}
    >
      <div className={styles.content}>
        {children}
        <button
          type="button"
          className={styles.close}
          aria-label="Close"
          onClick={() => dialog.current?.close()}
        />
      </div>
    </dialog>
  );
}
