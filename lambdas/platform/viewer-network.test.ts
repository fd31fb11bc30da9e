import { expect, test } from 'vitest';
import { viewerNetwork } from './viewer-network.ts';

const networkOf = (address: string) =>
  viewerNetwork({
    headers: { 'x-viewer-address': address },
    requestContext: { http: { sourceIp: '192.0.2.1' } },
  } as never);

test('an IPv4 address that the edge saw counts for itself, and not that of the edge', () => {
  expect(networkOf('203.0.113.7')).toBe('203.0.113.7');
});

test.each([
  ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2'],
  ['2001:0db8:0001:0002::', '2001:db8:1:2'],
  ['2001:db8::1', '2001:db8:0:0'],
  ['2001:db8:0:0:9::2', '2001:db8:0:0'],
  ['::1', '0:0:0:0'],
])('%s counts for its network %s', (address, network) => {
  expect(networkOf(address)).toBe(network);
});
