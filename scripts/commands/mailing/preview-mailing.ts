import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { escapeHtml } from '../../../lambdas/domain/mail/escape-html.ts';
import { mailingSample } from '../../../lambdas/domain/mailings/render-mailing.ts';
import { publicOrigin } from '../../../lib/stages.ts';
import type { MailingSite } from './connect-to-mailings.ts';
import { readMailing } from './read-mailing.ts';

/**
 * Shows a mailing, only on this machine: the HTML at `/`, and the text at `/text`. It reads the mailing again for each request.
 * A file needs no site, so it gets the pictures of the public one.
 * @throws Error when it cannot be sent
 */
export async function startMailPreview(
  what: string,
  site: () => Promise<Pick<MailingSite, 'mailings' | 'siteUrl'>>,
): Promise<{ url: string; stop: () => Promise<void> }> {
  const siteUrl = what.endsWith('.md') ? publicOrigin : (await site()).siteUrl;
  const render = async () => mailingSample((await readMailing(what, site)).written, siteUrl);
  await render();
  const server = createServer((request, response) => {
    const isText = request.url === '/text';
    const type = isText ? 'text/plain' : 'text/html';
    render().then(
      ({ html, text }) =>
        response.setHeader('content-type', `${type}; charset=utf-8`).end(isText ? text : html),
      (error: Error) =>
        response
          .writeHead(422, { 'content-type': 'text/html; charset=utf-8' })
          .end(`<!doctype html><title>This cannot be sent</title><p>${escapeHtml(error.message)}</p>`),
    );
  });
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/`,
    stop: () =>
      new Promise((done) => {
        server.close(() => done());
        server.closeAllConnections();
      }),
  };
}
