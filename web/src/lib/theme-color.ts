/** Paints what the browser shows around the page in the ground of the page, whichever theme and contrast that follows from. */
export function showThemeColor(): void {
  const tag = document.querySelector<HTMLMetaElement>('meta[name="theme-color"]');
  if (tag) tag.content = getComputedStyle(document.body).backgroundColor;
}
