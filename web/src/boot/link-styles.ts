/**
 * Adds a link to the same CSS file after each inline style. The link is disabled, so the browser
 * does not fetch it, but Vite's loader treats the styles as loaded. If the policy of a newer
 * deployment refuses an inline style of a cached page, the link is enabled instead. The links are
 * not in the HTML because Chromium's preload scanner fetches disabled ones.
 */
export function linkStyles(): void {
  for (const style of document.querySelectorAll<HTMLStyleElement>('style[data-file]')) {
    const link = document.createElement('link');
    link.rel = 'stylesheet';
    link.disabled = style.sheet !== null;
    link.href = style.dataset.file ?? '';
    style.after(link);
  }
}
