import { isIPv6 } from 'node:net';
import type { APIGatewayProxyEventV2 } from 'aws-lambda';

/** What of a request says where it comes from. */
export type Sender = Pick<APIGatewayProxyEventV2, 'headers' | 'requestContext'>;

/**
 * The network a request comes from, for counting only: it stands in for callers nobody knows. The address is what our function at the
 * edge saw, as API Gateway sees CloudFront's; `answer` has refused those who did not come that way. Of an IPv6 address the first 64
 * bits count: the rest a household chooses itself, anew for each request if it likes.
 */
export function viewerNetwork({ headers, requestContext }: Sender): string {
  const address = headers['x-viewer-address'] || requestContext.http?.sourceIp || 'unknown';
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
