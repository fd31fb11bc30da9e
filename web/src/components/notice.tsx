import type { ReactNode } from 'react';
import { useLocation } from 'react-router-dom';
import styles from './notice.module.css';

interface NoticeProps {
  tone: 'info' | 'success' | 'error';
  children: ReactNode;
}

/** A message for the visitor. Errors interrupt a screen reader; other messages wait for a pause. */
export function Notice({ tone, children }: NoticeProps) {
  return (
    <div role={tone === 'error' ? 'alert' : 'status'} className={styles.notice} data-tone={tone}>
      {children}
    </div>
  );
}

/** Shows the notice that the previous page passed on, if any. */
export function ForwardedNotice({ tone = 'success' }: { tone?: NoticeProps['tone'] }) {
  const { notice } = (useLocation().state ?? {}) as { notice?: unknown };
  return typeof notice === 'string' && <Notice tone={tone}>{notice}</Notice>;
}
