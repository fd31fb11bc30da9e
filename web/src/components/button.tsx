import type { ComponentProps } from 'react';
import styles from './button.module.css';
import { Spinner } from './spinner.tsx';

export interface ButtonProps extends ComponentProps<'button'> {
  look?: 'primary' | 'quiet';
  /** Shows that the action is running, and ignores further clicks. */
  isBusy?: boolean;
}

export function Button({ look = 'primary', isBusy = false, children, onClick, ...rest }: ButtonProps) {
  return (
    <button
      type="button"
      className={styles.button}
      data-look={look}
      // A button with `disabled` would lose the keyboard focus.
      aria-disabled={isBusy}
      onClick={isBusy ? undefined : onClick}
      {...rest}
    >
      {isBusy && <Spinner />}
      {/* The text needs its own element, because a browser may have translated it; see `Elements`. */}
      <span>{children}</span>
    </button>
  );
}
