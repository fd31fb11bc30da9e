import { useLocation } from 'react-router-dom';
import { Notice } from './notice.tsx';

/** What the page that led here has done, if it says so. */
export function ForwardedNotice() {
  const { notice } = (useLocation().state ?? {}) as { notice?: unknown };
  return typeof notice === 'string' && <Notice tone="success">{notice}</Notice>;
}
