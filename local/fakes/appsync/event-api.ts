import type { IncomingMessage } from 'node:http';
import type { Duplex } from 'node:stream';
import { type WebSocket, WebSocketServer } from 'ws';
import { mayListen, type SubscribeContext } from './channel-handler.ts';

export interface ChannelNamespace {
  name: string;
  /** The code with the function `onSubscribe`. */
  code: string;
}

/** The claims of a valid access token. */
export interface Caller {
  sub: string;
  username?: string;
  'cognito:groups'?: string[];
}

interface EventApiOptions {
  namespaces: ChannelNamespace[];
  /** @returns undefined for a token that is not valid */
  verifyToken: (token: string) => Promise<Caller | undefined>;
}

export type EventApi = ReturnType<typeof openEventApi>;

const protocol = 'aws-appsync-event-ws';
/** The time without a message, including `ka`, after which a client must assume that the connection is dead. */
const connectionTimeoutMs = 300_000;
const keepAliveMs = 60_000;
const unauthorized = 'You are not authorized to make this call.';
/** AppSync accepts at most this many events in a request. */
const maxEvents = 5;

interface Subscription {
  socket: WebSocket;
  id: string;
  channel: string;
}

/**
 * AppSync Events with Cognito and IAM authorization: browsers subscribe over a WebSocket, and functions publish over HTTP.
 * @see https://docs.aws.amazon.com/appsync/latest/eventapi/event-api-websocket-protocol.html
 */
export function openEventApi({ namespaces, verifyToken }: EventApiOptions) {
  const server = new WebSocketServer({
    noServer: true,
    handleProtocols: () => protocol,
    maxPayload: 240_000,
  });
  const subscriptions = new Set<Subscription>();
  const keepAlive = setInterval(() => {
    for (const socket of server.clients) send(socket, { type: 'ka' });
  }, keepAliveMs);
  keepAlive.unref();

  async function subscribe(socket: WebSocket, { id, channel, authorization }: ClientMessage): Promise<void> {
    const refuse = (errorType: string, message: string) =>
      fail(socket, 'subscribe_error', errorType, message, id);
    if (!id || !channel) return refuse('BadRequestException', 'The message has no id or channel.');
    const caller = await verifyToken(authorization?.Authorization ?? '');
    if (!caller) return refuse('UnauthorizedException', unauthorized);
    const segments = channel.split('/').slice(1);
    const namespace = namespaces.find(({ name }) => name === segments[0]);
    if (!namespace) return refuse('NotFoundException', 'The channel namespace does not exist.');
    const context = contextOf(caller, channel, segments);
    if (!mayListen(namespace.code, context)) return refuse('UnauthorizedException', 'Unauthorized');
    subscriptions.add({ socket, id, channel });
    send(socket, { type: 'subscribe_success', id });
  }

  function converse(socket: WebSocket): void {
    socket.on('message', (data) => {
      const message = parse(String(data));
      if (message?.type === 'connection_init') send(socket, { type: 'connection_ack', connectionTimeoutMs });
      else if (message?.type === 'subscribe') void subscribe(socket, message);
      else fail(socket, 'error', 'UnsupportedOperation', 'Unknown message.');
    });
    socket.on('close', () => {
      for (const subscription of subscriptions)
        if (subscription.socket === socket) subscriptions.delete(subscription);
    });
  }

  return {
    /** Opens a connection, whose request has the token in a subprotocol. */
    async connect(request: IncomingMessage, socket: Duplex, head: Buffer): Promise<void> {
      const offered = (request.headers['sec-websocket-protocol'] ?? '').split(',').map((name) => name.trim());
      const header = offered.find((name) => name.startsWith('header-'))?.slice('header-'.length);
      const { Authorization: token = '' } = parseHeader(header);
      const isAllowed = offered.includes(protocol) && (await verifyToken(token)) !== undefined;
      server.handleUpgrade(request, socket, head, (opened) => {
        if (isAllowed) return converse(opened);
        fail(opened, 'connection_error', 'UnauthorizedException', unauthorized);
        opened.close(4401, 'Unauthorized');
      });
    },

    /** @returns the response to a request that publishes events */
    publish(body: { channel?: string; events?: string[] }): { status: number; body: object } {
      const { channel = '', events = [] } = body;
      if (!namespaces.some(({ name }) => name === channel.split('/')[1]))
        return { status: 404, body: { message: 'The channel namespace does not exist.' } };
      if (events.length === 0 || events.length > maxEvents)
        return { status: 400, body: { message: `A request has one to ${maxEvents} events.` } };
      for (const event of events)
        for (const { socket, id, channel: subscribed } of subscriptions)
          if (subscribed === channel) send(socket, { type: 'data', id, event });
      const successful = events.map((_, index) => ({ identifier: `${Date.now()}-${index}`, index }));
      return { status: 200, body: { failed: [], successful } };
    },

    stop(): void {
      clearInterval(keepAlive);
      for (const socket of server.clients) socket.terminate();
      server.close();
    },
  };
}

interface ClientMessage {
  type?: string;
  id?: string;
  channel?: string;
  authorization?: { Authorization?: string };
}

const send = (socket: WebSocket, message: object) => socket.send(JSON.stringify(message));

function fail(socket: WebSocket, type: string, errorType: string, message: string, id?: string): void {
  send(socket, { type, id, errors: [{ errorType, message }] });
}

/** Returns the argument of `onSubscribe`. */
function contextOf(caller: Caller, path: string, segments: string[]): SubscribeContext {
  return {
    identity: {
      sub: caller.sub,
      username: caller.username ?? caller.sub,
      groups: caller['cognito:groups'] ?? null,
      claims: caller,
    },
    info: { channel: { path, segments }, channelNamespace: { name: segments[0] ?? '' } },
  };
}

function parse(text: string): ClientMessage | undefined {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === 'object' && value !== null ? value : undefined;
  } catch {
    return undefined;
  }
}

const parseHeader = (encoded = ''): { Authorization?: string } =>
  (parse(Buffer.from(encoded, 'base64url').toString()) as { Authorization?: string } | undefined) ?? {};
