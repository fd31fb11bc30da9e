// @vitest-environment jsdom
import { act, cleanup, render, screen } from '@testing-library/react';
import { MemoryRouter } from 'react-router-dom';
import { afterEach, expect, it, vi } from 'vitest';
import { readIfChanged } from '../lib/call-api.ts';
import { rememberSession } from '../lib/session.ts';
import { newUser } from '../lib/test-user.ts';
import PreferencesPage from './preferences.tsx';

vi.mock('../lib/call-api.ts');
vi.mock('../lib/load-web-settings.ts', () => ({ loadWebSettings: async () => ({}) }));

afterEach(() => {
  cleanup();
  localStorage.clear();
});

async function show(state: object | null) {
  rememberSession({ email: newUser.email, groups: [], endsAtMs: Date.now() + 60_000 });
  vi.mocked(readIfChanged).mockResolvedValue({ result: newUser, version: null });
  render(
    <MemoryRouter initialEntries={[{ pathname: '/preferences', state }]}>
      <PreferencesPage />
    </MemoryRouter>,
  );
  await act(() => import('../features/preferences/preferences-panel.tsx'));
  await screen.findByRole('switch', { name: 'Newsletter' });
}

it('shows the notice of the registration, and continues to the page that it was for', async () => {
  await show({ notice: 'Turn them on here.', wantedPage: '/redeem' });
  expect(screen.getByRole('alert').textContent).toBe('Turn them on here.');
  expect(screen.getByRole('link', { name: 'Continue' }).getAttribute('href')).toBe('/redeem');
});

it('shows neither to other visitors', async () => {
  await show(null);
  expect(screen.queryByRole('alert')).toBeNull();
  expect(screen.queryByRole('link', { name: 'Continue' })).toBeNull();
});
