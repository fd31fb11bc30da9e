import { useEffect, useRef } from 'react';

/** A function that returns a signal, which is aborted when the component is removed. */
export function useUnmountSignal(): () => AbortSignal {
  const controller = useRef(new AbortController());
  useEffect(() => {
    // React's strict mode runs effects twice.
    const current = new AbortController();
    controller.current = current;
    return () => current.abort();
  }, []);
  return () => controller.current.signal;
}
