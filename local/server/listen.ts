import { createServer, type RequestListener, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';

export interface Listening {
  server: Server;
  port: number;
  endpoint: string;
  close(): Promise<void>;
}

/**
 * Listens on this machine only.
 * @param port 0 selects a free port
 * @throws Error when the port is in use
 */
export async function listen(onRequest: RequestListener, port = 0): Promise<Listening> {
  const server = createServer(onRequest);
  await new Promise<void>((resolve, reject) => {
    server.once('error', (error: NodeJS.ErrnoException) =>
      reject(
        error.code === 'EADDRINUSE'
          ? new Error(
              `Port ${port} is in use. Stop the process that uses it, or choose another port: PORT=${port + 1} npm start`,
            )
          : error,
      ),
    );
    server.listen(port, '127.0.0.1', resolve);
  });
  const actualPort = (server.address() as AddressInfo).port;
  return {
    server,
    port: actualPort,
    endpoint: `http://127.0.0.1:${actualPort}`,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}
