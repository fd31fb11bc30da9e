/**
 * The file that the CDN returns for a URL: `/pricing` is `pricing/index.html`, and an unknown URL
 * is `404.html`.
 */
export function htmlFileOfPath(path: string): string {
  if (path === '/') return 'index.html';
  if (path === '/404') return '404.html';
  return `${path.slice(1)}/index.html`;
}
