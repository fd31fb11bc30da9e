// @vitest-environment jsdom
import { act, cleanup, render, screen } from '@testing-library/react';
import { MemoryRouter } from 'react-router-dom';
import { afterEach, expect, it, vi } from 'vitest';
import { ApiError } from '../../lib/api-error.ts';
import { callRoute } from '../../lib/call-api.ts';
import { Address, address, press } from '../../lib/test-page.tsx';
import { callDesk } from './call-desk.ts';
import { SignInAgain } from './sign-in-again.tsx';

const identity = vi.hoisted(() => ({ signOut: vi.fn(async () => {}) }));
vi.mock('../../lib/call-api.ts');
vi.mock('../../lib/load-identity-provider.ts', () => ({ loadIdentityProvider: async () => identity }));

afterEach(cleanup);

const show = () =>
  render(
    <MemoryRouter initialEntries={['/desk?person=user-1']}>
      <SignInAgain />
      <Address />
    </MemoryRouter>,
  );
const fail = (details: object) =>
  act(async () => {
    vi.mocked(callRoute).mockRejectedValueOnce(new ApiError('permission-denied', 'Not now.', { details }));
    await callDesk('deskToday', {}).catch(() => {});
  });

it('requires a new sign-in when the old one has ended, and returns to the same person', async () => {
  show();
  await fail({ missing: 'second factor' });
  expect(screen.queryByRole('button')).toBeNull();
  await fail({ missing: 'sign-in' });
  await press('Log in again');
  expect(identity.signOut).toHaveBeenCalledOnce();
  expect(address()).toBe(`/auth?returnTo=${encodeURIComponent('/desk?person=user-1')}`);
  expect(screen.queryByRole('button')).toBeNull();
});
