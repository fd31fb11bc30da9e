import { loadChunk } from '../lib/load-chunk.ts';
import { readStored, writeStored } from '../lib/stored-text.ts';
import { showThemeColor } from '../lib/theme-color.ts';
import { applySavedTheme } from './apply-saved-theme.ts';
import { keepClicks } from './keep-clicks.ts';
import { whenPainted } from './when-painted.ts';

// The only script that blocks a page: a classic script in its head. All other code loads after the
// first paint or at the first touch, so that the page can be read first. Everything in this file's
// bundle delays the first paint of every page.

/** The names in fonts.css. */
const webFonts = ['Fraunces', 'Source Sans 3'];

const root = document.documentElement;
const { entry = '', modules = '' } = (document.currentScript as HTMLScriptElement).dataset;

applySavedTheme();
linkStyles();
keepClicks();

// Returning visitors have the fonts in the cache and get them with the first paint.
if (readStored('local', 'fonts')) root.dataset.fonts = 'web';

whenPainted(() => {
  showThemeColor();
  loadSite(entry, modules.split(' '));
  loadWebFonts().then(showWebFonts, () => {
    // The page keeps its fallback fonts.
  });
});

function loadWebFonts(): Promise<unknown> {
  return Promise.all(webFonts.map((family) => document.fonts.load(`1em "${family}"`)));
}

function showWebFonts(): void {
  writeStored('local', 'fonts', 'web');
  // If the reader has scrolled, new line breaks above would move the text. The next visit has the
  // web fonts.
  if (scrollY === 0) root.dataset.fonts = 'web';
}

/**
 * Adds a link to the same CSS file after each inline style. The link is disabled, so the browser
 * does not fetch it, but Vite's loader treats the styles as loaded. If the policy of a newer
 * deployment refuses an inline style of a cached page, the link is enabled instead. The links are
 * not in the HTML because Chromium's preload scanner fetches disabled ones.
 */
function linkStyles(): void {
  for (const style of document.querySelectorAll<HTMLStyleElement>('style[data-file]')) {
    const link = document.createElement('link');
    link.rel = 'stylesheet';
    link.disabled = style.sheet !== null;
    link.href = style.dataset.file ?? '';
    style.after(link);
  }
}

/**
 * Runs the site's entry module and fetches the page's other files at the same time. Shows an error
 * on the page if the module does not arrive.
 */
function loadSite(entry: string, modules: string[]): void {
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
