/** For the open tab only: a checkout from which somebody came back signed out, until they have logged in. */
const key = 'checkoutToConfirm';

export function rememberCheckout(sessionId: string): void {
  try {
    sessionStorage.setItem(key, sessionId);
  } catch {
    // Without storage the license comes all the same, only later.
  }
}

/** The checkout that was remembered, once. */
export function takeRememberedCheckout(): string | null {
  try {
    const sessionId = sessionStorage.getItem(key);
    sessionStorage.removeItem(key);
    return sessionId;
  } catch {
    return null;
  }
}

/** Where the buyer of a checkout is told what became of it. */
export function arrivalPath(sessionId: string): string {
  return `/pricing?checkout=success&session=${encodeURIComponent(sessionId)}`;
}
