/**
 * Each page carries its styles and names the same files as disabled links. Should the browser refuse the inline ones, because a new
 * deployment's policy meets an old page in a cache, the files take their place.
 */
export function restoreStyles(): void {
  if (document.styleSheets.length > 0) return;
  for (const link of document.querySelectorAll<HTMLLinkElement>('link[rel="stylesheet"]'))
    link.disabled = false;
}
