// @vitest-environment jsdom
import { act, cleanup, fireEvent, render, screen } from '@testing-library/react';
import { renderToString } from 'react-dom/server';
import { MemoryRouter } from 'react-router-dom';
import { afterEach, describe, expect, it } from 'vitest';
import { forgetReferral, holdReferral, keepReferral } from '../../lib/remembered-referral.ts';
import { Recommendation } from './recommendation.tsx';

const onPricing = (
  <MemoryRouter initialEntries={['/pricing']}>
    <Recommendation />
  </MemoryRouter>
);
const show = () => render(onPricing);

const today = () => new Date().toISOString().slice(0, 10);

afterEach(() => {
  cleanup();
  forgetReferral();
});

describe('Recommendation', () => {
  it('is empty without a code, and in prerendered HTML', () => {
    expect(show().container.textContent).toBe('');
    keepReferral('ana-2025', today());
    expect(renderToString(onPricing)).not.toContain('friend');
  });

  it.each([
    ['stored', () => keepReferral('ana-2025', today())],
    ['in memory', () => holdReferral('ana-2025')],
  ])('forgets a code that is %s, and moves the focus to the outcome', (_, keep) => {
    keep();
    const { container } = show();
    expect(container.textContent).toBe('Recommended by a friend. Forget');
    const button = screen.getByRole('button', { name: 'Forget' });
    button.focus();
    fireEvent.click(button);

    expect(document.activeElement).not.toBe(document.body);
    expect(document.activeElement?.textContent).toBe('The recommendation is forgotten.');
    expect(localStorage).toHaveLength(0);
  });

  it('disappears when another tab removes the code', () => {
    keepReferral('ana-2025', today());
    show();
    act(() => {
      localStorage.clear();
      window.dispatchEvent(new StorageEvent('storage', { key: null }));
    });
    expect(screen.queryByRole('button')).toBeNull();
  });
});
