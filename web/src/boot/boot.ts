import { readStored, writeStored } from '../lib/stored-text.ts';
import { showThemeColor } from '../lib/theme-color.ts';
import { applySavedTheme } from './apply-saved-theme.ts';
import { keepClicks } from './keep-clicks.ts';
import { linkStyles } from './link-styles.ts';
import { loadSite } from './load-site.ts';
import { whenPainted } from './when-painted.ts';

// The only script a page waits for, a classic one in its head. The page is there to be read before any other code is: that comes after
// the first paint, or at the first touch. Everything in this file's bundle delays the first paint of every page.

/** As fonts.css names them. */
const webFonts = ['Fraunces', 'Source Sans 3'];

const root = document.documentElement;
const { entry = '', modules = '' } = (document.currentScript as HTMLScriptElement).dataset;

applySavedTheme();
linkStyles();
keepClicks();

// Who has been here before has them in the cache, and gets them with the first paint.
if (readStored('local', 'fonts')) root.dataset.fonts = 'web';

whenPainted(() => {
  showThemeColor();
  loadSite(entry, modules.split(' '));
  loadWebFonts().then(showWebFonts, () => {
    // The page stays as it is.
  });
});

function loadWebFonts(): Promise<unknown> {
  return Promise.all(webFonts.map((family) => document.fonts.load(`1em "${family}"`)));
}

function showWebFonts(): void {
  writeStored('local', 'fonts', 'web');
  // To a reader further down, a line that breaks elsewhere above would move the text: the next visit has them.
  if (scrollY === 0) root.dataset.fonts = 'web';
}
