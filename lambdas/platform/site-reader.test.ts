import { describe, expect, it, vi } from 'vitest';
import { siteReader } from './site-reader.ts';

const fetchUrl = vi.fn<typeof fetch>();
const readSite = siteReader('https://site.test', fetchUrl);
const answer = (status: number, text: string | null = null) =>
  fetchUrl.mockResolvedValueOnce(new Response(text, { status }));

describe('siteReader', () => {
  it('reads the text of a page, and follows no redirect', async () => {
    answer(200, 'A page.');
    expect(await readSite('/about', 'GET')).toEqual({ isFound: true, text: 'A page.' });
    const [url, init] = fetchUrl.mock.lastCall ?? [];
    expect(String(url)).toBe('https://site.test/about');
    expect(init).toMatchObject({ method: 'GET', redirect: 'manual' });
    answer(302);
    expect(await readSite('/old', 'HEAD')).toEqual({ isFound: true, text: '' });
  });

  it('never leaves the site', async () => {
    answer(200);
    await readSite('//elsewhere.test/about', 'HEAD');
    expect(new URL(String(fetchUrl.mock.lastCall?.[0])).host).toBe('site.test');
  });

  it.each([404, 410])('reports a page as missing after %i', async (status) => {
    answer(status, 'This page does not exist.');
    expect(await readSite('/gone', 'GET')).toEqual({ isFound: false, text: '' });
  });

  it('does not report a page as missing when the site does not answer', async () => {
    fetchUrl.mockRejectedValueOnce(new Error('timeout'));
    await expect(readSite('/about', 'HEAD')).rejects.toMatchObject({ code: 'unavailable' });
    answer(503);
    await expect(readSite('/about', 'HEAD')).rejects.toThrow('The site did not answer a request for /about.');
  });
});
