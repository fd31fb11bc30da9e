import type { APIGatewayProxyEventV2, Context } from 'aws-lambda';
import { expect, it, vi } from 'vitest';
import { serveAll } from './serve-all.ts';

const operation = (name: string) => (greeting: string) => async () => ({
  statusCode: 200,
  body: `${greeting} ${name}`,
});
const operations = {
  download: operation('download'),
  downloadResource: operation('downloadResource'),
  updateFile: operation('updateFile'),
};
const compose = () => 'This is';
const handler = serveAll('downloads', operations, compose);
const request = (routeKey: string) => handler({ routeKey } as APIGatewayProxyEventV2, {} as Context);

it.each([
  ['POST /api/download', 'download'],
  ['POST /api/downloadResource', 'downloadResource'],
  ['GET /api/updateFile/{version}/{platform}/{fileName}', 'updateFile'],
  ['HEAD /api/updateFile/{version}/{platform}/{fileName}', 'updateFile'],
])('sends %s to its operation', async (routeKey, name) => {
  expect(await request(routeKey)).toMatchObject({ body: `This is ${name}` });
});

it('composes the dependencies of all operations once', () => {
  const once = vi.fn(() => 'Here is');
  serveAll('downloads', operations, once);
  expect(once).toHaveBeenCalledOnce();
});

it.each(['POST /api/checkout', 'GET /api/download', '$default'])(
  'refuses %s, which is no route of the service',
  (routeKey) => {
    expect(() => request(routeKey)).toThrow(`There is no operation at ${routeKey}.`);
  },
);
