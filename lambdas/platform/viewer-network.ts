import { createHash, timingSafeEqual } from 'node:crypto';
import { isIPv6 } from 'node:net';
import type { APIGatewayProxyEventV2 } from 'aws-lambda';
import { readConfig, resourceName } from './config.ts';
import { randomSecret } from './random-secret.ts';

/** What of a request says where it comes from. */
export type Sender = Pick<APIGatewayProxyEventV2, 'headers' | 'requestContext'>;

/**
 * Finds the network a request comes from, for counting only: it stands in for callers nobody knows. The address is what our function
 * at the edge saw, as API Gateway sees CloudFront's. Whoever calls API Gateway by its own name can write that header, but not the
 * edge's secret beside it, and is seen by API Gateway. Of an IPv6 address the first 64 bits count: the rest a household chooses
 * itself, anew for each request if it likes.
 */
export function viewerNetwork(): (sender: Sender) => Promise<string> {
  const { EDGE_SECRET_ARN } = readConfig({ EDGE_SECRET_ARN: resourceName });
  const edgeSecret = randomSecret(EDGE_SECRET_ARN);
  return async ({ headers, requestContext }) => {
    const { 'x-distribution-secret': secret, 'x-viewer-address': seenByEdge } = headers;
    const isFromEdge = secret !== undefined && isSame(secret, await edgeSecret());
    const address = (isFromEdge && seenByEdge) || requestContext.http?.sourceIp || 'unknown';
    return isIPv6(address) ? networkOf(address) : address;
  };
}

/** How long it takes does not tell how much of it is right. */
function isSame(given: string, expected: string): boolean {
  const digest = (text: string) => createHash('sha256').update(text).digest();
  return timingSafeEqual(digest(given), digest(expected));
}

/** `2001:db8::1` and `2001:db8:0:0:9::2` are both of `2001:db8:0:0`. */
function networkOf(address: string): string {
  const [head = '', tail] = address.split('::');
  const parts = head.split(':').filter(Boolean);
  const rest = (tail ?? '').split(':').filter(Boolean);
  const zeros =
    tail === undefined ? [] : Array<string>(Math.max(0, 8 - parts.length - rest.length)).fill('0');
  return [...parts, ...zeros, ...rest]
    .slice(0, 4)
    .map((part) => Number.parseInt(part, 16).toString(16))
    .join(':');
}
