import type { RequestListener } from 'node:http';
import { createServer } from 'vite';

/**
 * Serves the pages with Vite's hot reload. The local cloud in front of it serves everything else.
 */
export async function startPageServer(): Promise<{ serve: RequestListener; stop(): Promise<void> }> {
  const vite = await createServer({ server: { middlewareMode: true }, appType: 'spa' });
  return {
    serve: (request, response) => vite.middlewares(request, response, () => response.writeHead(404).end()),
    stop: () => vite.close(),
  };
}
