import type { IncomingMessage } from 'node:http';

/** Browsers send `Origin` with every POST. A request without it does not come from a page. */
export function isFromOurPages({ headers: { origin, host } }: IncomingMessage): boolean {
  return origin === undefined || origin === `http://${host}`;
}
