/** Where the CDN looks for a URL: `/pricing` is `pricing/index.html`; an unknown URL is answered with `404.html`. */
export function htmlFileOfPath(path: string): string {
  if (path === '/') return 'index.html';
  if (path === '/404') return '404.html';
  return `${path.slice(1)}/index.html`;
}
