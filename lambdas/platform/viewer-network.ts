import { isIPv6 } from 'node:net';
import type { APIGatewayProxyEventV2 } from 'aws-lambda';

/** The parts of a request that show where it comes from. */
export type Sender = Pick<APIGatewayProxyEventV2, 'headers' | 'requestContext'>;

export interface ViewerNetwork {
  name: string;
  /** The multiple of one household's limit that it may use. */
  limitFactor: number;
}

/** A provider gives one customer 256 networks of 64 bits, or each of 256 phones one of them. */
const limitFactorOfSite = 3;

/** The address that our function at the edge saw. API Gateway sees only that of CloudFront; `answer` has refused requests that bypass it. */
function viewerAddress({ headers, requestContext }: Sender): string {
  return headers['x-viewer-address'] || requestContext.http?.sourceIp || 'unknown';
}

/**
 * The networks of a request, the smallest first, for counting callers that are not signed in. A household chooses the last 64 bits of its
 * IPv6 address itself, a new one for each request if it likes, and many households choose the 8 bits before those too (RFC 6177).
 */
export function viewerNetworks(sender: Sender): ViewerNetwork[] {
  const address = viewerAddress(sender);
  if (!isIPv6(address)) return [{ name: address, limitFactor: 1 }];
  const groups = groupsOf(address);
  const [first = 0, second = 0, third = 0, fourth = 0] = groups;
  const nameOf = (...parts: number[]) => parts.map((part) => part.toString(16)).join(':');
  return [
    { name: nameOf(first, second, third, fourth), limitFactor: 1 },
    { name: `${nameOf(first, second, third, fourth & 0xff00)}/56`, limitFactor: limitFactorOfSite },
  ];
}

/** The first half of an IPv6 address: `2001:db8::1` is 0x2001, 0xdb8, 0, 0. */
function groupsOf(address: string): number[] {
  const [head = '', tail] = address.split('::');
  const parts = head.split(':').filter(Boolean);
  const rest = (tail ?? '').split(':').filter(Boolean);
  const zeros =
    tail === undefined ? [] : Array<string>(Math.max(0, 8 - parts.length - rest.length)).fill('0');
  return [...parts, ...zeros, ...rest].slice(0, 4).map((part) => Number.parseInt(part, 16));
}

/**
 * The addresses from which Stripe sends webhooks. Stripe announces changes seven days ahead.
 * @see https://docs.stripe.com/ips
 */
const stripeAddresses = new Set([
  '3.18.12.63',
  '3.130.192.231',
  '13.235.14.237',
  '13.235.122.149',
  '18.211.135.69',
  '35.154.171.200',
  '52.15.183.38',
  '54.88.130.119',
  '54.88.130.237',
  '54.187.174.169',
  '54.187.205.235',
  '54.187.216.72',
]);

/** Decides only whether a failure counts. Only the signature decides whether a request is accepted. */
export const isFromStripe = (sender: Sender): boolean => stripeAddresses.has(viewerAddress(sender));
