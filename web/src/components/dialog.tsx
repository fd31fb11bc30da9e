import { type MouseEvent, type PointerEvent, useEffect, useId, useRef } from 'react';
import styles from './dialog.module.css';
import type { Elements } from './elements.ts';

interface DialogProps {
  /** The visible title. */
  title: string;
  onClose: () => void;
  children: Elements;
}

/**
 * A dialog over the page. Escape, its button or a click outside closes it. The browser restores the
 * focus.
 */
export function Dialog({ title, onClose, children }: DialogProps) {
  const titleId = useId();
  const dialog = useRef<HTMLDialogElement>(null);
  /**
   * Whether the pointer was pressed outside, so that a drag over the edge does not close the dialog.
   */
  const isPressedBeside = useRef(false);

  useEffect(() => {
    // React's strict mode runs effects twice.
    if (!dialog.current?.open) dialog.current?.showModal();
  }, []);

  function beginPress({ target, currentTarget }: PointerEvent) {
    isPressedBeside.current = target === currentTarget;
  }

  function endPress({ target, currentTarget }: PointerEvent) {
    if (target !== currentTarget) isPressedBeside.current = false;
  }

  /** The click that ends a drag over the edge also targets the dialog. */
  function closeOnBackdrop({ target, currentTarget }: MouseEvent<HTMLDialogElement>) {
    if (target === currentTarget && isPressedBeside.current) currentTarget.close();
  }

  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: with the keyboard, Escape closes a dialog
    <dialog
      ref={dialog}
      className={styles.dialog}
      aria-labelledby={titleId}
      onClose={onClose}
      onPointerDown={beginPress}
      onPointerUp={endPress}
      onClick={closeOnBackdrop}
    >
      <div className={styles.bar}>
        <p id={titleId}>{title}</p>
        <button
          type="button"
          className={styles.close}
          aria-label="Close"
          onClick={() => dialog.current?.close()}
        />
      </div>
      {children}
    </dialog>
  );
}
