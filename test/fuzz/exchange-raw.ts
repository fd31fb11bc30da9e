import { once } from 'node:events';
import { connect } from 'node:net';

/** Long enough for a start of a function, and shorter than Node.js waits for the rest of a request. */
const timeoutMs = 20_000;

/**
 * Sends the parts over a connection of its own, and returns what the site sent until it closed the
 * connection.
 * @param isUnfinished closes the connection after the last part
 */
export async function exchangeRaw(
  siteUrl: string,
  parts: (string | Buffer)[],
  { isUnfinished }: { isUnfinished: boolean },
): Promise<string> {
  const { port } = new URL(siteUrl);
  const socket = connect({ host: '127.0.0.1', port: Number(port) });
  const received: Buffer[] = [];
  socket.setNoDelay().setTimeout(timeoutMs, () => socket.destroy());
  // The site may close the connection before it has read everything.
  socket.on('error', () => {}).on('data', (chunk) => received.push(chunk));
  await send();
  await untilClosed();
  return Buffer.concat(received).toString();

  async function send(): Promise<void> {
    for (const part of parts) {
      if (socket.destroyed || socket.readableEnded) break;
      await new Promise((resolve) => {
        socket.once('close', resolve);
        socket.write(part, resolve);
      });
    }
    // The site does not answer a client that has closed its side.
    if (isUnfinished) socket.end();
  }

  async function untilClosed(): Promise<void> {
    if (!socket.closed) await once(socket, 'close');
  }
}

/** The statuses of the answers on one connection. */
export const statusesIn = (received: string): number[] =>
  [...received.matchAll(/HTTP\/1\.1 (\d{3}) /g)]
    .map(([, status]) => Number(status))
    .filter((status) => status >= 200);
