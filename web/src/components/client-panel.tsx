import { Suspense } from 'react';
import { useHydrated } from '../lib/use-hydrated.ts';
import styles from './client-panel.module.css';
import type { Elements } from './elements.ts';
import { Progress } from './progress.tsx';
import { ReadOnlyNotice } from './read-only-notice.tsx';

interface ClientPanelProps {
  /** Shown to readers without JavaScript. */
  withoutScript: string;
  /** The height that the page reserves until the panel's code arrives. */
  room?: 'panel' | 'form' | 'screen';
  children: Elements;
}

/**
 * A part of a page that depends on the browser: on the session or on the query string. The
 * prerendered page shows that it is loading; its code arrives after hydration.
 */
export function ClientPanel({ withoutScript, room, children }: ClientPanelProps) {
  const panel = <LatePanel withoutScript={withoutScript}>{children}</LatePanel>;
  return room ? <div className={styles[room]}>{panel}</div> : panel;
}

function LatePanel({ withoutScript, children }: Omit<ClientPanelProps, 'room'>) {
  const loading = (
    <>
      <Progress label="Loading…" />
      <noscript>
        <p>{withoutScript}</p>
      </noscript>
    </>
  );
  if (!useHydrated()) return loading;
  return (
    <>
      <ReadOnlyNotice />
      <Suspense fallback={loading}>{children}</Suspense>
    </>
  );
}
