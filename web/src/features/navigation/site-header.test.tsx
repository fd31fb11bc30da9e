// @vitest-environment jsdom
import { act, cleanup, fireEvent, render, screen, within } from '@testing-library/react';
import { MemoryRouter, useLocation } from 'react-router-dom';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { forgetSession, rememberSession } from '../../lib/session.ts';
import { SiteHeader } from './site-header.tsx';

const pages = ['Resources', 'Blog', 'About', 'Contact'];

function Place() {
  const { pathname, state } = useLocation();
  return <output>{`${pathname} ${state?.from ?? 'no way back'}`}</output>;
}

const onSearch = vi.fn();
const show = (page = '/') =>
  render(
    <MemoryRouter initialEntries={[page]}>
      <SiteHeader onSearch={onSearch} />
      <Place />
    </MemoryRouter>,
  );

beforeEach(() => {
  show();
});

afterEach(() => {
  cleanup();
  localStorage.clear();
  delete document.documentElement.dataset.theme;
});

function linkNames() {
  return within(screen.getByRole('navigation', { name: 'Main' }))
    .getAllByRole('link')
    .map((link) => link.textContent);
}

describe('SiteHeader', () => {
  it('updates after sign-in, license and sign-out', () => {
    expect(linkNames()).toEqual(['Pricing', ...pages, 'Log In', 'Create Account']);

    const session = { email: 'ana@example.test', groups: [] as string[], endsAtMs: Date.now() + 60_000 };
    act(() => rememberSession(session));
    expect(linkNames()).toEqual(['Pricing', ...pages, 'Account']);

    act(() => rememberSession({ ...session, groups: ['paid'] }));
    expect(linkNames()).toEqual(['Download', ...pages, 'Account']);

    act(() => forgetSession());
    expect(linkNames()).toEqual(['Pricing', ...pages, 'Log In', 'Create Account']);
  });

  it.each([
    ['/account?tab=license', '/account?tab=license'],
    ['/receipt?order=cs_1', '/receipt?order=cs_1'],
    ['/blog', 'no way back'],
  ])('leads from %s to the sign-in with %s', (page, from) => {
    cleanup();
    show(page);
    fireEvent.click(screen.getByRole('link', { name: 'Log In' }));
    expect(screen.getByRole('status').textContent).toBe(`/auth ${from}`);
  });

  it('links Create Account to the registration', () => {
    expect(screen.getByRole('link', { name: 'Create Account' }).getAttribute('href')).toBe(
      '/auth?account=free',
    );
  });

  it('opens the menu, and closes it with Escape, which focuses its button', () => {
    const button = screen.getByRole('button', { name: 'Menu' });
    fireEvent.click(button);
    expect(button.getAttribute('aria-expanded')).toBe('true');
    expect(button.getAttribute('aria-controls')).toBe(screen.getByRole('navigation', { name: 'Main' }).id);

    fireEvent.keyDown(screen.getByRole('link', { name: 'Pricing' }), { key: 'Escape' });

    expect(button.getAttribute('aria-expanded')).toBe('false');
    expect(document.activeElement).toBe(button);
  });

  it('closes the menu when the focus leaves it, but not while it moves inside', () => {
    const button = screen.getByRole('button', { name: 'Menu' });
    act(() => button.focus());
    fireEvent.click(button);
    act(() => screen.getByRole('link', { name: 'Blog' }).focus());
    act(() => button.focus());
    expect(button.getAttribute('aria-expanded')).toBe('true');

    act(() => screen.getByRole('link', { name: 'Lorewright' }).focus());
    expect(button.getAttribute('aria-expanded')).toBe('false');
  });

  it('closes the menu after a navigation', () => {
    const button = screen.getByRole('button', { name: 'Menu' });
    fireEvent.click(button);
    fireEvent.click(screen.getByRole('link', { name: 'Pricing' }));
    expect(button.getAttribute('aria-expanded')).toBe('false');
  });

  it('switches and stores the theme, dark by default', () => {
    fireEvent.click(screen.getByRole('button', { name: 'Switch to light theme' }));
    expect(document.documentElement.dataset.theme).toBe('light');
    expect(localStorage.getItem('theme')).toBe('light');

    fireEvent.click(screen.getByRole('button', { name: 'Switch to dark theme' }));
    expect(localStorage.getItem('theme')).toBe('dark');
  });
});
