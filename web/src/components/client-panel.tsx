import { type ReactNode, Suspense } from 'react';
import { useHydrated } from '../lib/use-hydrated.ts';
import styles from './client-panel.module.css';
import { Progress } from './progress.tsx';
import { ReadOnlyNotice } from './read-only-notice.tsx';

interface ClientPanelProps {
  /** What a reader without JavaScript is told. */
  withoutScript: string;
  /** How much room the page keeps for the panel until its code arrives. */
  room?: 'panel' | 'form';
  children: ReactNode;
}

/**
 * A part of a page that only the browser can know: who is signed in, what the query string asks for. The prerendered
 * page shows that it is loading; its code arrives after the page has been taken over.
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
