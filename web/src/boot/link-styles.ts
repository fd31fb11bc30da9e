/**
 * Adds a link to the same styles as a file after each inline style of the page. It is disabled, so it is not fetched, and tells Vite's loader
 * that these styles are there. Where the browser has refused an inline style, because a new deployment's policy meets an old page in a cache,
 * the file takes its place. The links are not in the HTML because Chromium fetches a disabled one ahead.
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
