import { type ReactNode, useEffect, useRef } from 'react';
import styles from './step.module.css';

interface StepProps {
  /** Which one it is. When somebody has used one and another takes its place, the focus goes to the new one's beginning: the control that had it is gone. */
  name: string;
  label: string;
  children: ReactNode;
}

/** One of several things that stand in the same place, one after the other. */
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
    // What changes by itself, as when it has been loaded, leaves the focus where people have it.
    if (isUsed.current && !isElsewhere(place.current)) place.current?.focus();
  }, [name]);

  return (
    // A click counts beside the focus, which Safari does not give to a button that is clicked.
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

/** Not in here, not around here (steps hold steps), and not nowhere: a focus whose control is gone is the body's. */
function isElsewhere(place: HTMLElement | null): boolean {
  const focused = document.activeElement;
  return focused !== null && !focused.contains(place) && !place?.contains(focused);
}
