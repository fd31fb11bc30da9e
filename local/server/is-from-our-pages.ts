import type { IncomingMessage } from 'node:http';

/** Browsers say with every POST which site it comes from. What says nothing is no browser. */
export function isFromOurPages({ headers: { origin, host } }: IncomingMessage): boolean {
  return origin === undefined || origin === `http://${host}`;
}
