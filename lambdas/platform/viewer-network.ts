import { isIPv6 } from 'node:net';
import type { APIGatewayProxyEventV2 } from 'aws-lambda';

/**
 * The address a request comes from, as our function at the edge saw it; the one API Gateway sees is CloudFront's. Of an IPv6
 * address the first 64 bits: the rest a household chooses itself, anew for each request if it likes.
 */
export function readViewerNetwork({ headers, requestContext }: APIGatewayProxyEventV2): string {
  const address = headers['x-viewer-address'] ?? requestContext.http?.sourceIp ?? 'unknown';
  return isIPv6(address) ? networkOf(address) : address;
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
