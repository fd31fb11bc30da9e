import { readStored, writeStored } from '../lib/stored-text.ts';
import { showThemeColor } from '../lib/theme-color.ts';
import { applySavedTheme } from './apply-saved-theme.ts';
import { keepClicks } from './keep-clicks.ts';
import { linkStyles } from './link-styles.ts';
import { loadSite } from './load-site.ts';
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
