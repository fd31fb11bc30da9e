import type { ReactNode } from 'react';
import styles from './notice.module.css';

interface NoticeProps {
  tone: 'info' | 'success' | 'error';
  children: ReactNode;
}

/** Something the visitor should know now; errors interrupt a screen reader, the rest waits for a pause. */
export function Notice({ tone, children }: NoticeProps) {
  return (
    <div role={tone === 'error' ? 'alert' : 'status'} className={styles.notice} data-tone={tone}>
      {children}
    </div>
  );
}
