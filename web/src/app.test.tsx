// @vitest-environment jsdom
import { cleanup, fireEvent, render, screen, within } from '@testing-library/react';
import { MemoryRouter } from 'react-router-dom';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { App } from './app.tsx';
import { pageOfLocation } from './pages.ts';

beforeEach(() => {
  vi.stubGlobal('scrollTo', vi.fn());
});

afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

function show(url: string) {
  render(
    <MemoryRouter initialEntries={[url]}>
      <App pageOf={pageOfLocation} />
    </MemoryRouter>,
  );
}

/** Pages are loaded when they are shown, which takes its time on a busy machine. */
const patience = { timeout: 15_000 };

it('shows the 404 page for an unknown URL', async () => {
  show('/nowhere');
  const heading = { level: 1, name: 'Here be dragons' };
  expect(await screen.findByRole('heading', heading, patience)).toBeTruthy();
  expect(screen.getByText('The page you are trying to access does not exist.')).toBeTruthy();
});

it('continues at the top of the new page after a navigation, and says its title', async () => {
  show('/nopage');
  await screen.findByRole('heading', { level: 1, name: 'Uncharted' }, patience);
  fireEvent.click(within(screen.getByRole('banner')).getByRole('link', { name: 'Pricing' }));
  await screen.findByRole('heading', { level: 1, name: 'One license, for life' }, patience);

  expect(document.activeElement).toBe(screen.getByRole('main'));
  expect(window.scrollTo).toHaveBeenCalledWith(0, 0);
  expect(document.title).toBe('Pricing · Lorewright');
});
