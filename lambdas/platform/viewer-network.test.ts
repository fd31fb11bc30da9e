import { describe, expect, test } from 'vitest';
import { viewerNetworks } from './viewer-network.ts';

const networksOf = (address: string) =>
  viewerNetworks({
    headers: { 'x-viewer-address': address },
    requestContext: { http: { sourceIp: '192.0.2.1' } },
  } as never);

describe('viewerNetworks', () => {
  test('counts the IPv4 address that the edge saw, not that of the edge', () => {
    expect(networksOf('203.0.113.7')).toEqual([{ name: '203.0.113.7', limitFactor: 1 }]);
  });

  test.each([
    ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2', '2001:db8:1:0/56'],
    ['2001:0db8:0001:0002::', '2001:db8:1:2', '2001:db8:1:0/56'],
    ['2001:db8:1:abcd::1', '2001:db8:1:abcd', '2001:db8:1:ab00/56'],
    ['2001:db8::1', '2001:db8:0:0', '2001:db8:0:0/56'],
    ['2001:db8:0:0:9::2', '2001:db8:0:0', '2001:db8:0:0/56'],
    ['::1', '0:0:0:0', '0:0:0:0/56'],
  ])('counts %s by its network %s, then by %s with a higher limit', (address, network, site) => {
    expect(networksOf(address)).toEqual([
      { name: network, limitFactor: 1 },
      { name: site, limitFactor: 3 },
    ]);
  });
});
