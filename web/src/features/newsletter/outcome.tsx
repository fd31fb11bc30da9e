import { type ReactElement, useEffect, useRef } from 'react';
import { Notice } from '../../components/notice.tsx';
import styles from './newsletter.module.css';

/** Takes the focus from the button that is removed. */
export function Outcome({ children }: { children: ReactElement }) {
  const place = useRef<HTMLDivElement>(null);
  useEffect(() => place.current?.focus(), []);
  return (
    <div ref={place} tabIndex={-1} className={styles.outcome}>
      <Notice tone="success">{children}</Notice>
    </div>
  );
}
