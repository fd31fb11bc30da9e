/**
 * Each page carries its styles, and after each of them a disabled link to the same styles as a file. Where the browser has refused one,
 * because a new deployment's policy meets an old page in a cache, the file takes its place.
 */
export function restoreStyles(): void {
  for (const link of document.querySelectorAll<HTMLLinkElement>('link[rel="stylesheet"][disabled]')) {
    const style = link.previousElementSibling;
    if (style instanceof HTMLStyleElement && !style.sheet) link.disabled = false;
  }
}
