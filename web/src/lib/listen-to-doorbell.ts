import type { WebSettings } from '../../../contract/records/web-settings.ts';

const firstRetryMs = 1_000;
const retryGrowth = 2;
const longestRetryMs = 60_000;
/** Before the server has said how long a silent connection lives. */
const firstTimeoutMs = 15_000;
const protocol = 'aws-appsync-event-ws';

/** What a message says. Empty after a connection, when messages may have been missed. */
export interface Ring {
  version?: string;
  /** Whose record has changed, on the channel of the desk. */
  userId?: string;
}

interface DoorbellOptions {
  settings: NonNullable<WebSettings['doorbell']>;
  channel: string;
  /** Throws when nobody is signed in, which ends the attempt. */
  readToken: () => Promise<string>;
  /** Something has changed, or may have changed while there was no connection. */
  onRing: (ring: Ring) => void;
  /** Whether rings arrive from now on. */
  onConnection: (isConnected: boolean) => void;
}

interface ServerMessage {
  type?: string;
  connectionTimeoutMs?: number;
  event?: string;
}

/**
 * Hears of changes over one WebSocket, and connects again after a failure, at growing intervals. Speaks the few
 * messages of AppSync Events that this needs; decision 049 says why not with Amplify.
 * @returns a function that ends it
 * @see https://docs.aws.amazon.com/appsync/latest/eventapi/event-api-websocket-protocol.html
 */
export function listenToDoorbell(options: DoorbellOptions): () => void {
  const { settings, channel, readToken, onRing, onConnection } = options;
  let socket: WebSocket | undefined;
  let timer: ReturnType<typeof setTimeout> | undefined;
  let timeoutMs = firstTimeoutMs;
  let failures = 0;
  let hasEnded = false;

  async function connect(): Promise<void> {
    try {
      const authorization = { host: settings.host, Authorization: await readToken() };
      if (hasEnded) return;
      timeoutMs = firstTimeoutMs;
      const opened = new WebSocket(settings.url, [protocol, `header-${encode(authorization)}`]);
      socket = opened;
      expectMessage();
      opened.onopen = () => opened.send(JSON.stringify({ type: 'connection_init' }));
      opened.onclose = reconnect;
      opened.onmessage = ({ data }) => {
        const message: ServerMessage = parse(data);
        timeoutMs = message.connectionTimeoutMs ?? timeoutMs;
        expectMessage();
        if (message.type === 'connection_ack')
          opened.send(JSON.stringify({ type: 'subscribe', id: crypto.randomUUID(), channel, authorization }));
        else if (message.type === 'subscribe_success') {
          failures = 0;
          onConnection(true);
          // A change between the last answer of the API and this moment.
          onRing({});
        } else if (message.type === 'data') onRing(parse(message.event));
        // A refusal, for example because the token has expired.
        else if (message.type?.endsWith('_error')) reconnect();
      };
    } catch {
      reconnect();
    }
  }

  /** The server sends a message regularly, so a silent connection is dead. */
  function expectMessage(): void {
    clearTimeout(timer);
    timer = setTimeout(reconnect, timeoutMs);
  }

  function reconnect(): void {
    disconnect();
    if (hasEnded) return;
    const waitMs = Math.min(firstRetryMs * retryGrowth ** failures, longestRetryMs);
    failures += 1;
    // Up to twice the time, so that the pages of all visitors do not return at the same moment.
    timer = setTimeout(() => void connect(), waitMs * (1 + Math.random()));
  }

  function disconnect(): void {
    clearTimeout(timer);
    if (!socket) return;
    socket.onopen = null;
    socket.onclose = null;
    socket.onmessage = null;
    socket.close();
    socket = undefined;
    onConnection(false);
  }

  void connect();
  return () => {
    hasEnded = true;
    disconnect();
  };
}

/** Base64url without padding, as AppSync wants the header. */
const encode = (header: object) =>
  btoa(JSON.stringify(header)).replaceAll('+', '-').replaceAll('/', '_').replace(/=+$/, '');

function parse(text: unknown): object {
  try {
    const value: unknown = JSON.parse(String(text));
    return typeof value === 'object' && value !== null ? value : {};
  } catch {
    return {};
  }
}
