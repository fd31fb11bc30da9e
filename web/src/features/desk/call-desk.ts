import { useSyncExternalStore } from 'react';
import { type DeskOperationName, deskRoutes } from '../../../../contract/operations/desk-routes.ts';
import type { RequestOf, ResponseOf } from '../../../../contract/operations/operations.ts';
import { ApiError } from '../../lib/api-error.ts';
import { callRoute } from '../../lib/call-api.ts';

/** The server requires a new sign-in, for example of a page that stays open overnight. */
let isSignInTooOld = false;
const listeners = new Set<() => void>();

function setSignInTooOld(next: boolean): void {
  isSignInTooOld = next;
  for (const listener of listeners) listener();
}

/** Calls an operation of the desk. @throws ApiError */
export async function callDesk<Name extends DeskOperationName>(
  name: Name,
  data: RequestOf<Name>,
): Promise<ResponseOf<Name>> {
  try {
    return await callRoute<ResponseOf<Name>>(deskRoutes[name], data);
  } catch (error) {
    const { missing } =
      (error instanceof ApiError && (error.details as { missing?: string } | undefined)) || {};
    if (missing === 'sign-in') setSignInTooOld(true);
    throw error;
  }
}

export const forgetSignInAge = (): void => setSignInTooOld(false);

/** Whether the server has refused the age of the sign-in. */
export function useIsSignInTooOld(): boolean {
  return useSyncExternalStore(
    (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    () => isSignInTooOld,
    () => false,
  );
}
