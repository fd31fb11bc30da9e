import { connect } from 'node:net';

/** Longer than the start of a function, and shorter than the time that Node.js waits for the rest of a request. */
const defaultTimeoutMs = 20_000;

export interface RawExchange {
  /** The data that the site sent. */
  received: string;
  /** How the connection ended; `refused` when the site did not accept it. */
  end: 'closed' | 'timeout' | 'refused';
}

/**
 * Sends the parts over a new connection, and waits until the site closes it.
 * @param isUnfinished closes the connection after the last part
 */
export async function exchangeRaw(
  siteUrl: string,
  parts: (string | Buffer)[],
  { isUnfinished, timeoutMs = defaultTimeoutMs }: { isUnfinished: boolean; timeoutMs?: number },
): Promise<RawExchange> {
  const { port } = new URL(siteUrl);
  const socket = connect({ host: '127.0.0.1', port: Number(port) });
  const received: Buffer[] = [];
  let end: RawExchange['end'] = 'closed';
  const closed = new Promise<void>((resolve) => socket.once('close', () => resolve()));
  socket.setNoDelay().setTimeout(timeoutMs, () => {
    end = 'timeout';
    socket.destroy();
  });
  // The site may close the connection before it has read everything.
  socket.on('error', (error: NodeJS.ErrnoException) => {
    if (error.code === 'ECONNREFUSED') end = 'refused';
  });
  socket.on('data', (chunk) => received.push(chunk));
  await send();
  await closed;
  return { received: Buffer.concat(received).toString(), end };

  async function send(): Promise<void> {
    for (const part of parts) {
      if (socket.destroyed || socket.readableEnded) break;
      const written = new Promise<void>((resolve) => socket.write(part, () => resolve()));
      await Promise.race([written, closed]);
    }
    // The site does not respond to a client that has closed its side.
    if (isUnfinished) socket.end();
  }
}

/** The statuses of the responses on one connection. */
export const statusesIn = (received: string): number[] =>
  [...received.matchAll(/HTTP\/1\.1 (\d{3}) /g)]
    .map(([, status]) => Number(status))
    .filter((status) => status >= 200);
