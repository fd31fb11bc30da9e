import { useSyncExternalStore } from 'react';
import { ApiError } from '../../lib/api-error.ts';

let isTooOld = false;
const listeners = new Set<() => void>();

function set(next: boolean): void {
  isTooOld = next;
  for (const listener of listeners) listener();
}

/** Records that the server requires a new sign-in, for example of a page that stays open overnight. */
export function noteFailure(error: unknown): void {
  const { missing } =
    (error instanceof ApiError && (error.details as { missing?: string } | undefined)) || {};
  if (missing === 'sign-in') set(true);
}

export const forgetSignInAge = (): void => set(false);

/** Whether the server has refused the age of the sign-in. */
export function useIsSignInTooOld(): boolean {
  return useSyncExternalStore(
    (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    () => isTooOld,
    () => false,
  );
}
