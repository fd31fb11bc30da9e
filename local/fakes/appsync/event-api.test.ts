import { readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { WebSocket } from 'ws';
import { openEventApi } from './event-api.ts';

const namespaces = ['users', 'desk'].map((name) => ({
  name,
  code: readFileSync(`lib/doorbell/${name}-channel.js`, 'utf8'),
}));
/** In these tests, a token is the id of a user, followed by a colon and a group. */
const api = openEventApi({
  namespaces,
  async verifyToken(token) {
    const [sub, group] = token.split(':');
    return sub ? { sub, ...(group ? { 'cognito:groups': [group] } : {}) } : undefined;
  },
});
const server = createServer().on('upgrade', (...upgrade) => void api.connect(...upgrade));
const open: WebSocket[] = [];

beforeAll(() => new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve)));
afterAll(() => {
  for (const socket of open) socket.terminate();
  api.stop();
  server.close();
});

interface Message {
  type: string;
  event?: string;
  errors?: { errorType: string }[];
}

const header = (token: string) =>
  `header-${Buffer.from(JSON.stringify({ host: 'localhost', Authorization: token })).toString('base64url')}`;

/** A client that collects what it receives. */
async function connect(token: string) {
  const { port } = server.address() as AddressInfo;
  const socket = new WebSocket(`ws://127.0.0.1:${port}/event/realtime`, [
    'aws-appsync-event-ws',
    header(token),
  ]);
  open.push(socket);
  const received: Message[] = [];
  const waiting: ((message: Message) => void)[] = [];
  socket.on('message', (data) => {
    const message = JSON.parse(String(data)) as Message;
    const next = waiting.shift();
    if (next) next(message);
    else received.push(message);
  });
  await new Promise((resolve) => socket.once('open', resolve));
  return {
    send: (message: object) => socket.send(JSON.stringify(message)),
    next: () =>
      new Promise<Message>((resolve) => {
        const message = received.shift();
        if (message) resolve(message);
        else waiting.push(resolve);
      }),
  };
}

async function subscribe(token: string, channel: string) {
  const client = await connect(token);
  client.send({ type: 'connection_init' });
  expect(await client.next()).toEqual({ type: 'connection_ack', connectionTimeoutMs: 300_000 });
  client.send({ type: 'subscribe', id: '1', channel, authorization: { Authorization: token } });
  return { ...client, outcome: await client.next() };
}

describe('the doorbell', () => {
  it('delivers events only to the subscribers of a channel', async () => {
    const [ana, bea] = await Promise.all([subscribe('ana', '/users/ana'), subscribe('bea', '/users/bea')]);
    expect(ana.outcome).toEqual({ type: 'subscribe_success', id: '1' });
    expect(api.publish({ channel: '/users/ana', events: ['{"version":"1"}'] }).status).toBe(200);
    expect(api.publish({ channel: '/users/bea', events: ['{"version":"2"}'] }).status).toBe(200);
    expect(await ana.next()).toEqual({ type: 'data', id: '1', event: '{"version":"1"}' });
    expect(await bea.next()).toEqual({ type: 'data', id: '1', event: '{"version":"2"}' });
  });

  it.each([
    ['another user’s channel', 'ana', '/users/bea'],
    ['all channels', 'ana', '/users/*'],
    ['everything', 'ana', '/*'],
    ['a channel below the user’s own', 'ana', '/users/ana/more'],
    ['the desk, for a user', 'ana', '/desk/all'],
    ['the desk, for a paid user', 'ana:paid', '/desk/all'],
    ['all of the desk', 'ana:admin', '/desk/*'],
    ['another namespace', 'ana', '/other/ana'],
  ])('refuses a subscription to %s', async (_, token, channel) => {
    const { outcome } = await subscribe(token, channel);
    expect(outcome.type).toBe('subscribe_error');
  });

  it('lets admins subscribe to the desk', async () => {
    expect((await subscribe('ana:admin', '/desk/all')).outcome.type).toBe('subscribe_success');
  });

  it('refuses a connection without a valid token', async () => {
    const client = await connect('');
    expect(await client.next()).toMatchObject({
      type: 'connection_error',
      errors: [{ errorType: 'UnauthorizedException' }],
    });
  });

  it('answers a message that it does not imitate with an error', async () => {
    const ana = await subscribe('ana', '/users/ana');
    ana.send({ type: 'unsubscribe', id: '1' });
    expect((await ana.next()).type).toBe('error');
  });

  it.each([
    ['no event', { channel: '/users/ana', events: [] }, 400],
    ['six events', { channel: '/users/ana', events: Array(6).fill('{}') }, 400],
    ['an unknown namespace', { channel: '/other/ana', events: ['{}'] }, 404],
  ])('publishes nothing with %s', (_, request, status) => {
    expect(api.publish(request).status).toBe(status);
  });
});
