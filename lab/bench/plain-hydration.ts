import { brotliCompressSync, constants } from 'node:zlib';
import { forward } from '../../local/fakes/cloudfront/forward.ts';
import { type Listening, listen } from '../../local/server/listen.ts';

/**
 * Serves the same pages with the tags of plain hydration, for comparison: the browser fetches and
 * runs the site's code at once. Everything else is unchanged and comes from the local cloud on
 * `cloudPort`.
 */
export function servePlainHydration(cloudPort: number): Promise<Listening> {
  return listen((request, response) => {
    if (!request.headers.accept?.includes('text/html'))
      return forward(cloudPort, request.url ?? '/', request, response);
    fetch(`http://127.0.0.1:${cloudPort}${request.url}`)
      .then(async (page) => {
        const html = startAtOnce(await page.text());
        // The same compression level as the local cloud.
        const body = brotliCompressSync(html, { params: { [constants.BROTLI_PARAM_QUALITY]: 5 } });
        response
          .writeHead(page.status, {
            'content-type': 'text/html; charset=utf-8',
            'content-encoding': 'br',
            'content-security-policy': page.headers.get('content-security-policy') ?? '',
          })
          .end(body);
      })
      .catch(() => response.destroy());
  });
}

function startAtOnce(html: string): string {
  const boot = /<script src="[^"]*" data-entry="([^"]*)" data-modules="([^"]*)"><\/script>/;
  const [script, entry = '', modules = ''] = boot.exec(html) ?? [];
  if (!script) throw new Error('The page has no boot script.');
  const preloads = modules.split(' ').map((href) => `<link rel="modulepreload" href="${href}">`);
  return html.replace(script, `<script type="module" src="${entry}"></script>${preloads.join('')}${script}`);
}
