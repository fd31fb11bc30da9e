// @vitest-environment jsdom
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { pageOfLocation } from './pages.ts';

const answer = vi.fn<typeof fetch>();

beforeEach(() => {
  answer.mockImplementation(async () => Response.json({ articles: [], page: 1, pageCount: 1 }));
  vi.stubGlobal('fetch', answer);
});

afterEach(() => {
  answer.mockReset();
  vi.unstubAllGlobals();
});

/** Navigates; each history entry has its own key. */
async function open(pathname: string, key: string) {
  const { page } = pageOfLocation({ pathname, key });
  await page.preload().catch(() => {});
  return page;
}

it('loads content again for a followed link, but not when going back', async () => {
  const first = await open('/blog', 'key-1');
  await open('/pricing', 'key-2');
  const second = await open('/blog', 'key-3');
  expect(second).not.toBe(first);
  expect(answer).toHaveBeenCalledTimes(2);

  await open('/pricing', 'key-2');
  expect(await open('/blog', 'key-1')).toBe(first);
  expect(answer).toHaveBeenCalledTimes(2);
});

it('keeps the page for a link within it', async () => {
  const page = await open('/blog/a-map', 'key-4');
  expect(await open('/blog/a-map/', 'key-5')).toBe(page);
  expect(answer).toHaveBeenCalledTimes(1);
});

it('retries content that has not arrived', async () => {
  answer.mockRejectedValueOnce(new TypeError('Failed to fetch'));
  const failed = await open('/blog/a-sea', 'key-6');
  await expect(failed.preload()).rejects.toThrow('Loading chunk blog/a-sea failed.');
  await open('/pricing', 'key-7');
  await open('/blog/a-sea', 'key-6');
  expect(answer).toHaveBeenCalledTimes(2);
});

it('has a page for each version of the license terms, and no other', () => {
  const nameOf = (pathname: string) => pageOfLocation({ pathname, key: pathname }).name;
  expect(nameOf('/terms/2025-06-13')).toBe('terms-version');
  for (const path of ['/terms/2025-06-12', '/terms/13', '/terms/2025-06-13/x'])
    expect(nameOf(path)).toBe('404');
});

it('requests the text of a page of the manual, and shows 404 if there is none', async () => {
  answer.mockResolvedValue(new Response('', { status: 404 }));
  await open('/manual/atlantis', 'key-10');
  expect(answer.mock.calls).toEqual([['/manual/atlantis/page.json']]);
  for (const path of ['/manual/Map', '/manual/map/x'])
    expect(pageOfLocation({ pathname: path, key: path }).name).toBe('404');
  expect(pageOfLocation({ pathname: '/manual', key: 'key-11' }).name).toBe('manual');
});

it('returns the 404 page for an article that does not or cannot exist', async () => {
  answer.mockResolvedValueOnce(new Response('', { status: 404 }));
  await open('/blog/atlantis', 'key-8');
  expect(answer).toHaveBeenCalledWith('/blog/atlantis/article.json');
  answer.mockResolvedValueOnce(new Response('', { status: 404 }));
  await open('/letters/atlantis', 'key-9');
  expect(answer).toHaveBeenCalledWith('/letters/atlantis/article.json');
  answer.mockClear();
  for (const [index, path] of ['/blog/Atlantis', '/blog/a/b', '/blog/page/1', '/blog/page/0'].entries()) {
    expect(pageOfLocation({ pathname: path, key: `none-${index}` }).name).toBe('404');
  }
  expect(answer).not.toHaveBeenCalled();
});
