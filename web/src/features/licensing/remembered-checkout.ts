/**
 * For the open tab only: the checkout of a visitor who returned signed out, until they have logged
 * in.
 */
const key = 'checkoutToConfirm';

export function rememberCheckout(sessionId: string): void {
  try {
    sessionStorage.setItem(key, sessionId);
  } catch {
    // Without storage the license still arrives, only later.
  }
}

/** Returns the remembered checkout once. */
export function takeRememberedCheckout(): string | null {
  try {
    const sessionId = sessionStorage.getItem(key);
    sessionStorage.removeItem(key);
    return sessionId;
  } catch {
    return null;
  }
}

/** The page that shows the buyer the outcome of a checkout. */
export function arrivalPath(sessionId: string): string {
  return `/pricing?checkout=success&session=${encodeURIComponent(sessionId)}`;
}
