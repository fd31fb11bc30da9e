/** The element in which a page brings along what it shows, so that it can be taken over without asking again. */
export const pageDataId = 'page-data';

/**
 * What a page shows that is not in its code: from the page itself, if it came along, or else from the file beside it. Null where
 * there is no such file. Throws when there is no answer.
 */
export async function loadPageData<Data>(file: string): Promise<Data | null> {
  const element = document.getElementById(pageDataId);
  if (element && isFor(element, file)) {
    // Once: who comes back later wants to see what is there then.
    element.remove();
    return JSON.parse(element.textContent);
  }
  const response = await fetch(file);
  if (response.status === 404) return null;
  if (!response.ok) throw new Error(`${file} is answered with ${response.status}.`);
  return response.json();
}

/** The 404 page stands at any address, and says of each that there is nothing. Once taken over, the visitor may be elsewhere. */
function isFor({ dataset }: HTMLElement, file: string): boolean {
  return dataset.file === file || (!dataset.file && document.documentElement.dataset.hydrated === undefined);
}
