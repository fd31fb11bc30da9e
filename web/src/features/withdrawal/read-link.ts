/** The link in an email that confirms a statement. */
export interface StatedByLink {
  token: string;
  /** To show which order is meant. The server trusts only the signed token. */
  orderId?: string;
  /** ISO 8601, UTC. */
  statedAt?: string;
}

/** Reads `#token=…`, whose first part is readable. Null if the page was opened without a link. */
export function readLink(hash: string): StatedByLink | null {
  const token = new URLSearchParams(hash.slice(1)).get('token');
  if (!token) return null;
  try {
    const [payload = ''] = token.split('.');
    const { orderId, statedAt } = JSON.parse(atob(payload.replaceAll('-', '+').replaceAll('_', '/'))) as {
      orderId?: unknown;
      statedAt?: unknown;
    };
    const isReadable = typeof orderId === 'string' && typeof statedAt === 'string';
    return isReadable && !Number.isNaN(Date.parse(statedAt)) ? { token, orderId, statedAt } : { token };
  } catch {
    return { token };
  }
}
