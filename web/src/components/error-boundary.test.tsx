// @vitest-environment jsdom
import { cleanup, render, screen } from '@testing-library/react';
import { MemoryRouter } from 'react-router-dom';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { ChunkLoadError } from '../lib/load-chunk.ts';
import { ErrorBoundary } from './error-boundary.tsx';

function Failing({ error }: { error: Error | null }) {
  if (error) throw error;
  return <p>All is well</p>;
}

function tree(error: Error | null, resetKey = 'a') {
  return (
    <MemoryRouter>
      <ErrorBoundary resetKey={resetKey}>
        <Failing error={error} />
      </ErrorBoundary>
    </MemoryRouter>
  );
}

beforeEach(() => {
  // React logs the errors that a boundary catches.
  vi.spyOn(console, 'error').mockImplementation(() => {});
});

afterEach(() => {
  cleanup();
  vi.spyOn(console, 'error').mockReset();
});

it('shows which chunk failed, offers to reload, and leads to the status', () => {
  render(tree(new ChunkLoadError('pricing')));

  expect(screen.getByRole('alert').textContent).toBe('Loading chunk pricing failed.');
  expect(screen.getByRole('button', { name: 'Reload' })).toBeTruthy();
  expect(screen.getByRole('link', { name: 'Status' }).getAttribute('href')).toBe('/status');
});

it('shows an error page for a rendering error, without its internal message', () => {
  render(tree(new Error('x is not a function')));

  expect(screen.getByRole('heading', { level: 1 })).toBeTruthy();
  expect(document.body.textContent).not.toContain('x is not a function');
});

it('renders again on another page', () => {
  const { rerender } = render(tree(new Error('broken')));
  rerender(tree(null, 'b'));

  expect(screen.getByText('All is well')).toBeTruthy();
});
