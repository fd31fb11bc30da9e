import { expect, test, vi } from 'vitest';
import { viewerNetwork } from './viewer-network.ts';

vi.stubEnv('EDGE_SECRET_ARN', 'arn:edge');
const { readSecret } = vi.hoisted(() => ({ readSecret: vi.fn() }));
vi.mock('./random-secret.ts', () => ({ randomSecret: (arn: string) => () => readSecret(arn) }));
readSecret.mockImplementation(async (arn) => arn === 'arn:edge' && 's'.repeat(64));

const findNetwork = viewerNetwork();
const networkOf = (address: string, secret?: string) =>
  findNetwork({
    headers: {
      'x-viewer-address': address,
      ...(secret === undefined ? {} : { 'x-distribution-secret': secret }),
    },
    requestContext: { http: { sourceIp: '192.0.2.1' } },
  } as never);

test('an IPv4 address that the edge saw counts for itself', async () => {
  expect(await networkOf('203.0.113.7', 's'.repeat(64))).toBe('203.0.113.7');
});

test.each([
  ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2'],
  ['2001:0db8:0001:0002::', '2001:db8:1:2'],
  ['2001:db8::1', '2001:db8:0:0'],
  ['2001:db8:0:0:9::2', '2001:db8:0:0'],
  ['::1', '0:0:0:0'],
])('%s counts for its network %s', async (address, network) => {
  expect(await networkOf(address, 's'.repeat(64))).toBe(network);
});

test.each([
  ['no secret', undefined],
  ['an empty one', ''],
  ['a wrong one', 't'.repeat(64)],
  ['a part of it', 's'.repeat(63)],
  ['it twice, as the gateway joins headers', `${'s'.repeat(64)},${'s'.repeat(64)}`],
])('an address with %s is not believed: the one that the gateway sees counts', async (_, secret) => {
  expect(await networkOf('203.0.113.7', secret)).toBe('192.0.2.1');
});

test('an IPv6 address that the gateway sees counts for its network too', async () => {
  const request = { headers: {}, requestContext: { http: { sourceIp: '2001:db8::1' } } };
  expect(await findNetwork(request as never)).toBe('2001:db8:0:0');
});

test('while the secret cannot be read, a request that claims to come from the edge fails, and is not miscounted', async () => {
  readSecret.mockRejectedValueOnce(new Error('away'));
  await expect(networkOf('203.0.113.7', 's'.repeat(64))).rejects.toThrow('away');
});
