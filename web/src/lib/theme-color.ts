/**
 * Sets the color of the browser's own bars to the page background, in every theme and contrast
 * mode.
 */
export function showThemeColor(): void {
  const tag = document.querySelector<HTMLMetaElement>('meta[name="theme-color"]');
  if (tag) tag.content = getComputedStyle(document.body).backgroundColor;
}
