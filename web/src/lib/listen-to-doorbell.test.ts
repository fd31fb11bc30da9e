// @vitest-environment jsdom
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { type Doorbell, listenToDoorbell } from './listen-to-doorbell.ts';

/** The sockets that were opened, with what each sent. */
const sockets: TestSocket[] = [];

class TestSocket {
  onopen: (() => void) | null = null;
  onclose: (() => void) | null = null;
  onmessage: ((event: { data: string }) => void) | null = null;
  sent: { type: string; id?: string; channel?: string }[] = [];
  isClosed = false;
  readonly url: string;
  readonly protocols: string[];

  constructor(url: string, protocols: string[]) {
    this.url = url;
    this.protocols = protocols;
    sockets.push(this);
  }

  send(text: string) {
    this.sent.push(JSON.parse(text));
  }

  close() {
    this.isClosed = true;
  }

  receive(message: object) {
    this.onmessage?.({ data: JSON.stringify(message) });
  }
}

const settings = { url: 'wss://rings.test/event/realtime', host: 'api.test' };
const onRing = vi.fn();
const onConnection = vi.fn<(isConnected: boolean) => void>();
const readChannel = () => '/users/ana';
const readToken = vi.fn<() => Promise<string>>();
let doorbell: Doorbell | undefined;

const settle = (milliseconds = 0) => vi.advanceTimersByTimeAsync(milliseconds);
const current = () => sockets.at(-1) ?? expect.fail('No socket was opened.');

/** Opens the connection, and subscribes. */
async function connect() {
  doorbell = listenToDoorbell({ settings, readChannel, readToken, onRing, onConnection });
  await settle();
  return accept();
}

function accept() {
  const socket = current();
  socket.onopen?.();
  socket.receive({ type: 'connection_ack', connectionTimeoutMs: 300_000 });
  socket.receive({ type: 'subscribe_success' });
  return socket;
}

beforeEach(() => {
  vi.resetAllMocks();
  vi.useFakeTimers();
  vi.spyOn(Math, 'random').mockReturnValue(0);
  vi.stubGlobal('WebSocket', TestSocket);
  readToken.mockResolvedValue('token-1');
  sockets.length = 0;
});

afterEach(() => {
  doorbell?.stop();
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

describe('listenToDoorbell', () => {
  it('connects with the token and subscribes to the channel', async () => {
    const socket = await connect();
    const [protocol, header = ''] = socket.protocols;
    expect([socket.url, protocol]).toEqual([settings.url, 'aws-appsync-event-ws']);
    expect(JSON.parse(Buffer.from(header.slice('header-'.length), 'base64url').toString())).toEqual({
      host: 'api.test',
      Authorization: 'token-1',
    });
    expect(socket.sent).toEqual([
      { type: 'connection_init' },
      expect.objectContaining({
        type: 'subscribe',
        channel: '/users/ana',
        authorization: { host: 'api.test', Authorization: 'token-1' },
      }),
    ]);
    expect(onConnection).toHaveBeenLastCalledWith(true);
  });

  it('rings for each message, and once for changes before the subscription', async () => {
    const socket = await connect();
    expect(onRing).toHaveBeenCalledTimes(1);
    expect(onRing).toHaveBeenLastCalledWith({});
    socket.receive({ type: 'data', event: '{"version":"1"}' });
    expect(onRing).toHaveBeenLastCalledWith({ version: '1' });
    expect(onRing).toHaveBeenCalledTimes(2);
    socket.receive({ type: 'ka' });
    expect(onRing).toHaveBeenCalledTimes(2);
  });

  it('ignores unknown messages', async () => {
    const socket = await connect();
    socket.onmessage?.({ data: 'not JSON' });
    socket.receive({ type: 'future' });
    expect(sockets).toHaveLength(1);
  });

  it('reconnects after a lost connection, with the current token', async () => {
    const socket = await connect();
    readToken.mockResolvedValue('token-2');
    socket.onclose?.();
    expect(onConnection).toHaveBeenLastCalledWith(false);
    await settle(1_000);
    expect(sockets).toHaveLength(2);
    accept();
    expect(current().sent[1]).toMatchObject({ authorization: { Authorization: 'token-2' } });
    expect(onRing).toHaveBeenCalledTimes(2);
  });

  it('reconnects when the server is silent for longer than the announced timeout', async () => {
    const socket = await connect();
    await settle(299_000);
    socket.receive({ type: 'ka' });
    await settle(299_000);
    expect(socket.isClosed).toBe(false);
    await settle(2_000);
    expect(socket.isClosed).toBe(true);
    expect(sockets).toHaveLength(2);
  });

  it.each(['connection_error', 'subscribe_error'])('retries after %s, at growing intervals', async (type) => {
    doorbell = listenToDoorbell({ settings, readChannel, readToken, onRing, onConnection });
    await settle();
    const openedAtMs: number[] = [];
    const startMs = Date.now();
    for (let attempt = 0; attempt < 9; attempt++) {
      const count = sockets.length;
      current().receive({ type, errors: [{ errorType: 'UnauthorizedException' }] });
      while (sockets.length === count) await settle(500);
      openedAtMs.push(Date.now() - startMs);
    }
    const waits = openedAtMs.map((at, index) => at - (openedAtMs[index - 1] ?? 0));
    expect(waits).toEqual([1_000, 2_000, 4_000, 8_000, 16_000, 32_000, 60_000, 60_000, 60_000]);
  });

  it('retries when there is no token', async () => {
    readToken.mockRejectedValueOnce(new Error('Nobody is signed in.'));
    doorbell = listenToDoorbell({ settings, readChannel, readToken, onRing, onConnection });
    await settle();
    expect(sockets).toHaveLength(0);
    await settle(1_000);
    expect(sockets).toHaveLength(1);
  });

  it('ends', async () => {
    const socket = await connect();
    doorbell?.stop();
    expect(socket.isClosed).toBe(true);
    await settle(600_000);
    expect(sockets).toHaveLength(1);
    expect(vi.getTimerCount()).toBe(0);
  });

  it('reports a lost connection once, although more attempts fail', async () => {
    const socket = await connect();
    socket.onclose?.();
    for (let attempt = 0; attempt < 4; attempt++) {
      await settle(60_000);
      current().onclose?.();
    }
    expect(onConnection.mock.calls).toEqual([[true], [false]]);
  });

  it('treats a connection that drops at once as a failure', async () => {
    await connect();
    const waits: number[] = [];
    for (let attempt = 0; attempt < 3; attempt++) {
      const count = sockets.length;
      const startMs = Date.now();
      current().onclose?.();
      while (sockets.length === count) await settle(500);
      waits.push(Date.now() - startMs);
      accept();
    }
    expect(waits).toEqual([1_000, 2_000, 4_000]);
    await settle(60_000);
    current().onclose?.();
    const count = sockets.length;
    await settle(1_000);
    expect(sockets).toHaveLength(count + 1);
  });

  it('connects at once when it is woken during a wait', async () => {
    const socket = await connect();
    socket.onclose?.();
    doorbell?.wake();
    await settle();
    expect(sockets).toHaveLength(2);
  });

  it('replaces a connection that was silent during a sleep, and keeps a live one', async () => {
    const socket = await connect();
    await settle(60_000);
    doorbell?.wake();
    expect(socket.isClosed).toBe(false);
    // An hour passes without timers, as on a sleeping computer.
    vi.setSystemTime(Date.now() + 3_600_000);
    doorbell?.wake();
    await settle();
    expect(socket.isClosed).toBe(true);
    expect(sockets).toHaveLength(2);
  });
});
