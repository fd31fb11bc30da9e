import type { ButtonHTMLAttributes } from 'react';
import styles from './button.module.css';
import { Spinner } from './spinner.tsx';

export interface ButtonProps extends ButtonHTMLAttributes<HTMLButtonElement> {
  look?: 'primary' | 'quiet';
  /** Shows that the click is being worked on, and takes no other one. */
  isBusy?: boolean;
}

export function Button({ look = 'primary', isBusy = false, children, onClick, ...rest }: ButtonProps) {
  return (
    <button
      type="button"
      className={styles.button}
      data-look={look}
      // Not `disabled`: a disabled button would lose the keyboard's focus.
      aria-disabled={isBusy}
      onClick={isBusy ? undefined : onClick}
      {...rest}
    >
      {isBusy && <Spinner />}
      {children}
    </button>
  );
}
