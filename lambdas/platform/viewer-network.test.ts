import { expect, test } from 'vitest';
import { readViewerNetwork } from './viewer-network.ts';

const networkOf = (address: string) =>
  readViewerNetwork({ headers: { 'x-viewer-address': address }, requestContext: {} } as never);

test('an IPv4 address counts for itself', () => {
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

test('without the edge in front, it is the address that the gateway sees', () => {
  const request = { headers: {}, requestContext: { http: { sourceIp: '203.0.113.9' } } };
  expect(readViewerNetwork(request as never)).toBe('203.0.113.9');
});
