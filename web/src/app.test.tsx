// @vitest-environment jsdom
import { act, cleanup, fireEvent, render, screen, waitFor, within } from '@testing-library/react';
import { BrowserRouter, MemoryRouter } from 'react-router-dom';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { App } from './app.tsx';
import { progressDelayMs } from './features/navigation/navigation-progress.tsx';
import { lazyPage } from './lazy-page.tsx';
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

/** Pages load when they are shown, which can be slow on a busy machine. */
const patience = { timeout: 15_000 };

it('shows the 404 page for an unknown URL', async () => {
  show('/nowhere');
  const heading = { level: 1, name: 'Here be dragons' };
  expect(await screen.findByRole('heading', heading, patience)).toBeTruthy();
  expect(screen.getByText('The page you are trying to access does not exist.')).toBeTruthy();
});

it('focuses the new page from its top after a navigation, and announces its title', async () => {
  show('/nopage');
  await screen.findByRole('heading', { level: 1, name: 'Uncharted' }, patience);
  fireEvent.click(within(screen.getByRole('banner')).getByRole('link', { name: 'Pricing' }));
  await screen.findByRole('heading', { level: 1, name: 'One license, for life' }, patience);

  // React runs the effects of a page a moment after it shows the page.
  await waitFor(() => expect(document.activeElement).toBe(screen.getByRole('main')), patience);
  expect(window.scrollTo).toHaveBeenCalledWith(0, 0);
  expect(document.title).toBe('Pricing · Lorewright');
});

describe('while the page of a link loads', () => {
  const progress = () => screen.queryByText('Loading the page…');
  const arrival = Promise.withResolvers<{ default: () => string }>();
  const slow = { path: '/pricing', page: lazyPage('slow', () => arrival.promise) };
  const ready = { path: '/', page: { Component: () => 'The page before' } };
  const wait = (milliseconds: number) => act(() => vi.advanceTimersByTime(milliseconds));
  const follow = (name: string) =>
    act(async () => void fireEvent.click(within(screen.getByRole('banner')).getByRole('link', { name })));

  it('shows progress above the previous page until the page arrives or another one is requested', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    vi.stubGlobal('matchMedia', () => ({ matches: true }));
    render(
      <BrowserRouter>
        <App pageOf={({ pathname }) => (pathname === '/pricing' ? slow : ready)} />
      </BrowserRouter>,
    );
    await follow('Pricing');
    wait(progressDelayMs - 1);
    expect(progress()).toBeNull();
    wait(1);
    expect(progress()?.closest('[role="status"]')).not.toBeNull();
    expect(screen.getByText('The page before')).toBeTruthy();

    await follow('Lorewright');
    expect(progress()).toBeNull();

    await follow('Pricing');
    wait(progressDelayMs);
    expect(progress()).not.toBeNull();
    await act(async () => arrival.resolve({ default: () => 'The page itself' }));
    expect(screen.getByText('The page itself')).toBeTruthy();
    expect(progress()).toBeNull();
    vi.useRealTimers();
  });
});
