import type { WebSettings } from '../../../contract/records/web-settings.ts';

const firstRetryMs = 1_000;
const retryGrowth = 2;
const longestRetryMs = 60_000;
/** The timeout of a silent connection until the server announces its own. */
const firstTimeoutMs = 15_000;
/** A connection that lasted this long counts as successful. */
const stableMs = 60_000;
/** The server sends a message every minute. */
const longestSilenceMs = 70_000;
const protocol = 'aws-appsync-event-ws';

/** The content of a message. It is empty after a connection, when messages may have been missed. */
export interface Ring {
  version?: string;
  /** The id of the changed account, on the channel of the desk. */
  userId?: string;
}

interface DoorbellOptions {
  settings: NonNullable<WebSettings['doorbell']>;
  /** The channel of the user that the token belongs to. */
  readChannel: () => string;
  /** Throws when nobody is signed in, which ends the attempt. */
  readToken: () => Promise<string>;
  /** Called when something has changed, or may have changed without a connection. */
  onRing: (ring: Ring) => void;
  /** Called when the subscription begins, and when it is lost. */
  onConnection: (isConnected: boolean) => void;
}

export interface Doorbell {
  /** Connects at once instead of after a wait, and replaces a connection that has been silent for too long. */
  wake: () => void;
  stop: () => void;
}

interface ServerMessage {
  type?: string;
  connectionTimeoutMs?: number;
  event?: string;
}

/**
 * Subscribes to changes over one WebSocket, and reconnects after failures at growing intervals. Implements only the
 * messages of AppSync Events that it needs; decision 049 explains why it does not use Amplify's client.
 * @see https://docs.aws.amazon.com/appsync/latest/eventapi/event-api-websocket-protocol.html
 */
export function listenToDoorbell(options: DoorbellOptions): Doorbell {
  const { settings, readChannel, readToken, onRing, onConnection } = options;
  let socket: WebSocket | undefined;
  let timer: ReturnType<typeof setTimeout> | undefined;
  let timeoutMs = firstTimeoutMs;
  let failures = 0;
  let isWaiting = false;
  let hasEnded = false;
  /** Undefined while no rings arrive. */
  let connectedAtMs: number | undefined;
  let lastMessageAtMs = 0;

  async function connect(): Promise<void> {
    isWaiting = false;
    clearTimeout(timer);
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
        handle(message, () => {
          const id = crypto.randomUUID();
          opened.send(JSON.stringify({ type: 'subscribe', id, channel: readChannel(), authorization }));
        });
      };
    } catch {
      reconnect();
    }
  }

  function handle({ type, event }: ServerMessage, subscribe: () => void): void {
    if (type === 'connection_ack') subscribe();
    else if (type === 'subscribe_success') {
      connectedAtMs = Date.now();
      onConnection(true);
      // Something may have changed between the last response of the API and this moment.
      onRing({});
    } else if (type === 'data') onRing(parse(event));
    // A refusal, for example because the token has expired.
    else if (type?.endsWith('_error')) reconnect();
  }

  /** The server sends a message regularly, so a silent connection is dead. */
  function expectMessage(): void {
    lastMessageAtMs = Date.now();
    clearTimeout(timer);
    timer = setTimeout(reconnect, timeoutMs);
  }

  function reconnect(): void {
    // A connection that drops at once is a failure, even if it was accepted.
    if (connectedAtMs !== undefined && Date.now() - connectedAtMs >= stableMs) failures = 0;
    disconnect();
    if (hasEnded) return;
    const waitMs = Math.min(firstRetryMs * retryGrowth ** failures, longestRetryMs);
    failures += 1;
    isWaiting = true;
    // Up to twice the time, so that the pages of all visitors do not return at the same moment.
    timer = setTimeout(() => void connect(), waitMs * (1 + Math.random()));
  }

  function disconnect(): void {
    clearTimeout(timer);
    if (socket) {
      socket.onopen = null;
      socket.onclose = null;
      socket.onmessage = null;
      socket.close();
      socket = undefined;
    }
    const wasConnected = connectedAtMs !== undefined;
    connectedAtMs = undefined;
    if (wasConnected) onConnection(false);
  }

  function wake(): void {
    const isSilent = connectedAtMs !== undefined && Date.now() - lastMessageAtMs > longestSilenceMs;
    if (hasEnded || !(isWaiting || isSilent)) return;
    disconnect();
    void connect();
  }

  void connect();
  return {
    wake,
    stop() {
      hasEnded = true;
      disconnect();
    },
  };
}

/** Base64url without padding, which AppSync requires for the header. */
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
