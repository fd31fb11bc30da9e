import { readStored, writeStored } from '../../lib/stored-text.ts';

/**
 * For the open tab only: the checkout of a visitor who returned signed out, until they have logged
 * in.
 */
const key = 'checkoutToConfirm';

export function rememberCheckout(sessionId: string): void {
  writeStored('session', key, sessionId);
}

/** Returns the remembered checkout once. */
export function takeRememberedCheckout(): string | null {
  const sessionId = readStored('session', key);
  writeStored('session', key, null);
  return sessionId;
}

/** The page that shows the buyer the outcome of a checkout. */
export function arrivalPath(sessionId: string): string {
  return `/pricing?checkout=success&session=${encodeURIComponent(sessionId)}`;
}
