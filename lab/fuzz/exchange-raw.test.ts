import { once } from 'node:events';
import { type AddressInfo, createServer, type Socket } from 'node:net';
import { describe, expect, it, onTestFinished } from 'vitest';
import { findFreePort } from '../../test/find-free-port.ts';
import { exchangeRaw } from './exchange-raw.ts';

async function serve(onConnection: (socket: Socket) => void): Promise<string> {
  const server = createServer(onConnection).listen(0, '127.0.0.1');
  onTestFinished(() => void server.close());
  await once(server, 'listening');
  return `http://localhost:${(server.address() as AddressInfo).port}`;
}

describe('exchangeRaw', () => {
  it('returns what the site sends until it closes the connection', async () => {
    const siteUrl = await serve((socket) => {
      let received = '';
      socket.on('data', (text) => {
        received += text;
        if (received === 'abc') socket.end('HTTP/1.1 400 Bad Request');
      });
    });
    expect(await exchangeRaw(siteUrl, ['a', 'b', 'c'], { isUnfinished: false })).toEqual({
      received: 'HTTP/1.1 400 Bad Request',
      end: 'closed',
    });
  });

  it('reports a site that does not respond', async () => {
    const siteUrl = await serve((socket) => socket.resume());
    expect(await exchangeRaw(siteUrl, ['a'], { isUnfinished: false, timeoutMs: 50 })).toEqual({
      received: '',
      end: 'timeout',
    });
  });

  it('reports a site that refuses the connection', async () => {
    const siteUrl = `http://localhost:${await findFreePort()}`;
    expect(await exchangeRaw(siteUrl, ['a', 'b'], { isUnfinished: false })).toEqual({
      received: '',
      end: 'refused',
    });
  });
});
