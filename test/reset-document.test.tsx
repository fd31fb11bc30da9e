// @vitest-environment jsdom
import { render } from '@testing-library/react';
import { useEffect } from 'react';
import { expect, test, vi } from 'vitest';
import { resetDocument } from './reset-document.ts';

test('unmounts components, so that their effects end', () => {
  const end = vi.fn();
  function Clock() {
    useEffect(() => end, []);
    return 'Noon';
  }
  render(<Clock />);
  resetDocument();
  expect(end).toHaveBeenCalledOnce();
});

test('empties the document, and removes its attributes', () => {
  document.head.append(document.createElement('meta'));
  document.body.append('Text');
  document.documentElement.dataset.theme = 'light';
  resetDocument();
  expect(document.documentElement.outerHTML).toBe('<html><head></head><body></body></html>');
});

test('empties the storage, and returns to the first address', () => {
  localStorage.setItem('session', '{}');
  sessionStorage.setItem('step', '2');
  history.pushState({ from: '/' }, '', '/account?tab=security#codes');
  resetDocument();
  expect([localStorage.length, sessionStorage.length]).toEqual([0, 0]);
  expect([location.pathname, location.search, location.hash, history.state]).toEqual(['/', '', '', null]);
});

test.each([
  ['window', window],
  ['document', document],
])('removes the listeners of %s', (_, target) => {
  const listener = vi.fn();
  target.addEventListener('storage', listener);
  target.addEventListener('storage', listener, { capture: true });
  resetDocument();
  target.dispatchEvent(new Event('storage'));
  expect(listener).not.toHaveBeenCalled();
});

test('keeps the listener that React shares between its roots', () => {
  const listener = vi.fn();
  document.addEventListener('selectionchange', listener);
  resetDocument();
  document.dispatchEvent(new Event('selectionchange'));
  expect(listener).toHaveBeenCalledOnce();
  document.removeEventListener('selectionchange', listener);
});
