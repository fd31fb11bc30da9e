import type { APIGatewayProxyEventV2, Context } from 'aws-lambda';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { logger } from './logger.ts';
import { loadOnRequest, serveAll } from './serve-all.ts';
import { send } from './test-request.ts';

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

describe('loadOnRequest', () => {
  const load = vi.fn(async (_dependencies: string) => ({
    read: handlerOf('read'),
    write: handlerOf('write'),
  }));
  const handlerOf = (name: string) => async () => ({
    statusCode: 200,
    body: JSON.stringify({ result: name }),
  });
  const operations = () => {
    const { read, write } = loadOnRequest(['read', 'write'], load);
    return { read: read('dependencies'), write: write('dependencies') };
  };

  beforeEach(() => {
    load.mockClear();
  });

  it('loads nothing before a request, and all operations once with the first', async () => {
    const { read, write } = operations();
    expect(load).not.toHaveBeenCalled();
    const answers = await Promise.all([send(read, {}), send(write, {}), send(read, {})]);
    expect(answers.map(({ result }) => result)).toEqual(['read', 'write', 'read']);
    expect(load).toHaveBeenCalledExactlyOnceWith('dependencies');
  });

  it('answers a failure in the envelope, and loads again with the next request', async () => {
    vi.spyOn(logger, 'error').mockImplementation(() => {});
    load.mockRejectedValueOnce(new Error('damaged'));
    const { read } = operations();
    expect(await send(read, {})).toMatchObject({ statusCode: 500, error: { status: 'internal' } });
    expect((await send(read, {})).result).toBe('read');
  });
});
