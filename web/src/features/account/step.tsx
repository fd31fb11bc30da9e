import { type ReactNode, useEffect, useRef } from 'react';
import styles from './step.module.css';

interface StepProps {
  /** Which one it is. When it changes, the focus goes to the new one's beginning: the control that had it is gone. */
  name: string;
  label: string;
  children: ReactNode;
}

/** One of several things that stand in the same place, one after the other. */
export function Step({ name, label, children }: StepProps) {
  const place = useRef<HTMLDivElement>(null);
  const focusedName = useRef(name);

  useEffect(() => {
    if (focusedName.current === name) return;
    focusedName.current = name;
    place.current?.focus();
  }, [name]);

  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset groups fields; this holds whole forms
    <div ref={place} tabIndex={-1} role="group" aria-label={label} className={styles.step}>
      {children}
    </div>
  );
}
