// @vitest-environment jsdom
import { cleanup, createEvent, fireEvent, render, screen, within } from '@testing-library/react';
import { useState } from 'react';
import { MemoryRouter } from 'react-router-dom';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { type SearchablePage, searchFiles } from '../../../../contract/content/searchable-page.ts';
import { SearchPanel } from './search-panel.tsx';

const page = (path: string, title: string, text: string, kind: SearchablePage['kind'] = 'Manual') => ({
  path,
  title,
  kind,
  sections: [{ text }, { id: 'more', heading: `More about ${title}`, text: 'Nothing else.' }],
});
const files: Record<string, SearchablePage[]> = {
  [searchFiles.site]: [
    page('/manual/map', 'Map', 'Draw coasts.'),
    page('/manual/backup', 'Backup', 'Copy <b>folders</b>.'),
  ],
  [searchFiles.articles]: [page('/blog/roads', 'Roads', 'A coast has a road.', 'Blog')],
};
const requests: [string, RequestInit | undefined][] = [];
let missing: string[] = [];
const onFollow = vi.fn();

function Panel() {
  const [query, setQuery] = useState('');
  return <SearchPanel fieldId="field" query={query} onQuery={setQuery} onFollow={onFollow} />;
}

beforeEach(() => {
  missing = [];
  requests.length = 0;
  vi.stubGlobal('fetch', async (file: string, init?: RequestInit) => {
    requests.push([file, init]);
    return missing.includes(file) ? new Response('', { status: 404 }) : Response.json(files[file]);
  });
  // jsdom cannot navigate.
  addEventListener('click', preventNavigation);
});

afterEach(() => {
  removeEventListener('click', preventNavigation);
  cleanup();
  onFollow.mockReset();
  localStorage.clear();
  vi.unstubAllGlobals();
});

const followed: string[] = [];
function preventNavigation(event: MouseEvent) {
  const link = (event.target as Element).closest('a');
  if (!link) return;
  followed.push(link.getAttribute('href') ?? '');
  event.preventDefault();
}

const field = () => screen.getByRole<HTMLInputElement>('textbox', { name: 'Search the site' });
const type = (value: string) => fireEvent.change(field(), { target: { value } });

async function show() {
  followed.length = 0;
  render(
    <MemoryRouter>
      <Panel />
    </MemoryRouter>,
  );
  await screen.findByRole('link', { name: missing.includes(searchFiles.site) ? 'ask us' : 'Backup' });
}

describe('SearchPanel', () => {
  it('announces the number of results, shows where each is, and marks the words as text', async () => {
    await show();
    expect(screen.getByRole('status').textContent).toBe('');
    type('coast');
    expect(screen.getByRole('status').textContent).toBe('2 results');
    const [first, second] = screen.getAllByRole('listitem').map((item) => within(item));
    expect(first?.getByRole('link').getAttribute('href')).toBe('/manual/map');
    expect(second?.getByText('Blog').tagName).toBe('P');
    type('folder');
    expect(screen.getByRole('status').textContent).toBe('1 result');
    expect(screen.getByText('folders').tagName).toBe('MARK');
    expect(screen.getByRole('listitem').textContent).toContain('Copy <b>folders</b>.');
  });

  it('says when it finds nothing, and nothing about an empty search', async () => {
    await show();
    type('<script>alert(1)</script>');
    expect(screen.getByRole('status').textContent).toBe('Nothing found.');
    expect(screen.getByRole('link', { name: 'ask us' }).getAttribute('href')).toBe('/contact');
    type('   ');
    expect(screen.getByRole('status').textContent).toBe('');
    expect(screen.getByRole('link', { name: 'Backup' })).toBeTruthy();
  });

  it('searches the rest when the articles do not arrive, and says so', async () => {
    missing = [searchFiles.articles];
    vi.spyOn(console, 'warn').mockImplementation(() => {});
    await show();
    type('coast');
    expect(screen.getByRole('status').textContent).toBe(
      '1 result. The articles of the blog could not be loaded, so they are not searched.',
    );
  });

  it('says when the search does not arrive', async () => {
    missing = [searchFiles.site];
    render(
      <MemoryRouter>
        <Panel />
      </MemoryRouter>,
    );
    expect(await screen.findByText(/^The search could not be loaded\./)).toBeTruthy();
  });

  it('loads its files without the address of the page, which may contain the search', async () => {
    await show();
    type('coast');
    expect(requests.map(([file]) => file)).toEqual([searchFiles.site, searchFiles.articles]);
    for (const [, init] of requests) expect(init).toMatchObject({ referrerPolicy: 'no-referrer' });
    for (const link of screen.getAllByRole('link'))
      expect(link.getAttribute('referrerpolicy')).toBe('no-referrer');
  });

  it('moves with arrow keys between the field and the results, and opens the first one with Enter', async () => {
    await show();
    type('coast');
    field().focus();
    const links = screen.getAllByRole('link');
    fireEvent.keyDown(field(), { key: 'ArrowDown' });
    expect(document.activeElement).toBe(links[0]);
    fireEvent.keyDown(document.activeElement as Element, { key: 'ArrowDown' });
    fireEvent.keyDown(document.activeElement as Element, { key: 'ArrowDown' });
    expect(document.activeElement).toBe(links[1]);
    fireEvent.keyDown(document.activeElement as Element, { key: 'ArrowUp' });
    fireEvent.keyDown(document.activeElement as Element, { key: 'ArrowUp' });
    expect(document.activeElement).toBe(field());
    fireEvent.submit(field());
    expect(followed).toEqual(['/manual/map']);
    expect(onFollow).toHaveBeenCalledOnce();
  });

  it('opens the first result of an Enter that came before the texts', async () => {
    render(<Panel />, { wrapper: MemoryRouter });
    type('coast');
    fireEvent.submit(field());
    expect(onFollow).not.toHaveBeenCalled();
    await vi.waitFor(() => expect(onFollow).toHaveBeenCalledOnce());
    expect(followed.at(-1)).toBe('/manual/map');
  });

  it('opens nothing with Enter before anything is found', async () => {
    await show();
    fireEvent.submit(field());
    type('zzzz');
    fireEvent.submit(field());
    expect(followed).toEqual([]);
  });

  it('leaves arrow keys to an input method', async () => {
    await show();
    type('coast');
    field().focus();
    const press = createEvent.keyDown(field(), { key: 'ArrowDown', isComposing: true });
    fireEvent(field(), press);
    expect(document.activeElement).toBe(field());
    expect(press.defaultPrevented).toBe(false);
  });

  it('stays open when a result opens in another tab', async () => {
    await show();
    type('coast');
    fireEvent.click(screen.getAllByRole('link')[0] as Element, { ctrlKey: true });
    expect(onFollow).not.toHaveBeenCalled();
  });

  it('keeps the choice about the shortcut', async () => {
    await show();
    const choice = () => screen.getByRole<HTMLInputElement>('checkbox', { name: /opens the search/ });
    expect(choice().checked).toBe(true);
    fireEvent.click(choice());
    cleanup();
    await show();
    expect(choice().checked).toBe(false);
    fireEvent.click(choice());
    expect(localStorage).toHaveLength(0);
  });
});
