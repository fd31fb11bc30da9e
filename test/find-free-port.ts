import { createServer } from 'node:net';

/**
 * A port that was free a moment ago, outside the system's range, so that it stays free for a
 * restart.
 */
export async function findFreePort(): Promise<number> {
  const port = 20_000 + Math.floor(Math.random() * 10_000);
  const server = createServer();
  const free = await new Promise<boolean>((resolve) => {
    server.once('error', () => resolve(false)).listen(port, '127.0.0.1', () => resolve(true));
  });
  if (!free) return findFreePort();
  await new Promise((resolve) => server.close(resolve));
  return port;
}
