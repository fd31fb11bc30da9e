/** The element with a page's content, so that hydration needs no request. */
export const pageDataId = 'page-data';

/**
 * The content of a page that is not in its code: from the page itself if included, otherwise from
 * the file next to it. Null if there is no such file. Throws when there is no response.
 */
export async function loadPageData<Data>(file: string): Promise<Data | null> {
  const element = document.getElementById(pageDataId);
  if (element && isFor(element, file)) {
    // Used only once, because a visitor who returns later should get the current content.
    element.remove();
    return JSON.parse(element.textContent);
  }
  const response = await fetch(file);
  if (response.status === 404) return null;
  if (!response.ok) throw new Error(`${file} responded with ${response.status}.`);
  return response.json();
}

/**
 * The 404 page is served for any address and has no content. After hydration, the visitor may be on
 * another page.
 */
function isFor({ dataset }: HTMLElement, file: string): boolean {
  return dataset.file === file || (!dataset.file && document.documentElement.dataset.hydrated === undefined);
}
