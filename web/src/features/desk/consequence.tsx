import { useEffect, useRef } from 'react';
import styles from './desk.module.css';

/** A sentence at the top of the form of an action: what the action does. It takes the focus of the button that opened the form. */
export function Consequence({ children }: { children: string }) {
  const place = useRef<HTMLParagraphElement>(null);
  useEffect(() => place.current?.focus(), []);
  return (
    <p ref={place} tabIndex={-1} className={styles.consequence}>
      {children}
    </p>
  );
}
