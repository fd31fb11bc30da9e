import { loadIdentityProvider } from './load-identity-provider.ts';
import { logQuietly } from './log-quietly.ts';

/** Signs out of this browser. A failed call to the user pool must not block the sign-in. */
export async function signOutHere(): Promise<void> {
  const identity = await loadIdentityProvider();
  await identity
    .signOut()
    .catch((cause: unknown) => logQuietly('The user pool could not end the sign-in', cause));
}
