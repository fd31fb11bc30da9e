import { type ReactNode, useEffect, useRef } from 'react';
import styles from './account.module.css';

interface StepProps {
  /**
   * The id of the step. When the visitor has used one step and another replaces it, the focus moves
   * to the start of the new one, because the focused control is removed.
   */
  name: string;
  label: string;
  children: ReactNode;
}

/** One of several steps that replace each other. */
export function Step({ name, label, children }: StepProps) {
  const place = useRef<HTMLDivElement>(null);
  const focusedName = useRef(name);
  const isUsed = useRef(false);
  const use = () => {
    isUsed.current = true;
  };

  useEffect(() => {
    if (focusedName.current === name) return;
    focusedName.current = name;
    // A change without user action, such as a finished request, leaves the focus where it is.
    if (isUsed.current && !isElsewhere(place.current)) place.current?.focus();
  }, [name]);

  return (
    // A click counts as well as the focus, because Safari does not focus a clicked button.
    // biome-ignore lint/a11y/useSemanticElements: a fieldset groups fields; this holds whole forms
    <div
      ref={place}
      tabIndex={-1}
      role="group"
      aria-label={label}
      className={styles.step}
      onFocus={use}
      onClickCapture={use}
    >
      {children}
    </div>
  );
}

/**
 * The focus is elsewhere: not in this step, not in an enclosing step, and not lost. A lost focus is
 * on the body.
 */
function isElsewhere(place: HTMLElement | null): boolean {
  const focused = document.activeElement;
  return focused !== null && !focused.contains(place) && !place?.contains(focused);
}
