import { loadChunk } from '../lib/load-chunk.ts';

/**
 * Runs the site's entry module and fetches the page's other files at the same time. Shows an error
 * on the page if the module does not arrive.
 */
export function loadSite(entry: string, modules: string[]): void {
  for (const href of modules) {
    const link = document.createElement('link');
    link.rel = 'modulepreload';
    link.href = href;
    document.head.append(link);
  }
  loadChunk('site', () => import(/* @vite-ignore */ entry)).catch(showFailure);
}

function showFailure({ message }: Error): void {
  const notice = document.createElement('p');
  notice.setAttribute('role', 'alert');
  notice.className = 'load-failure';
  const reload = document.createElement('a');
  // Without the fragment: browsers do not reload an address that differs only in it.
  reload.href = location.pathname + location.search;
  reload.textContent = 'Reload the page';
  notice.append(`${message} You can read on, but buttons will not respond. `, reload);
  document.getElementById('main')?.prepend(notice);
}
