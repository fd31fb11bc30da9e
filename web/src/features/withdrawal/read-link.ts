import { readPayload } from '../../lib/read-payload.ts';

/** The link in an email that confirms a statement. */
export interface StatedByLink {
  token: string;
  /** Only for display. The server trusts only the signed token. */
  orderId?: string;
  /** ISO 8601, UTC. */
  statedAt?: string;
  /** Missing in older links. */
  name?: string;
}

/** Reads `#token=…`, whose first part is readable. Null if the page was opened without a link. */
export function readLink(hash: string): StatedByLink | null {
  const token = new URLSearchParams(hash.slice(1)).get('token');
  if (!token) return null;
  try {
    const { orderId, statedAt, name } = readPayload(token.split('.')[0]);
    const isReadable = typeof orderId === 'string' && typeof statedAt === 'string';
    if (!isReadable || Number.isNaN(Date.parse(statedAt))) return { token };
    return { token, orderId, statedAt, ...(typeof name === 'string' ? { name } : {}) };
  } catch {
    return { token };
  }
}
