// @vitest-environment jsdom
import { act, cleanup, fireEvent, render, screen, within } from '@testing-library/react';
import { MemoryRouter } from 'react-router-dom';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { User } from '../../../contract/records/user.ts';
import { ApiError } from '../lib/api-error.ts';
import { callApi, readIfChanged } from '../lib/call-api.ts';
import { currentSession, rememberSession } from '../lib/session.ts';
import { newUser } from '../lib/test-user.ts';
import RoadmapPage from './roadmap.tsx';

vi.mock('../lib/call-api.ts');
vi.mock('../../../contract/content/roadmap-items.ts', async (importOriginal) => ({
  ...(await importOriginal<object>()),
  closedItems: { 'build-for-linux': { day: '2026-12-01', outcome: 'It is in 1.4.' } },
}));

const votes = { 'build-for-linux': '2026-11-28T10:00:00.000Z', 'printed-atlas': '2026-11-28T10:00:00.000Z' };
const user: User = { ...newUser, votes };

async function show(address = '/roadmap') {
  render(
    <MemoryRouter initialEntries={[address]}>
      <RoadmapPage />
    </MemoryRouter>,
  );
  await act(async () => {});
  // The code for signed-in visitors arrives as a file of its own.
  if (currentSession()) await screen.findAllByRole('button', { name: /^Take back/ });
}

const signIn = () =>
  rememberSession({ userId: 'user-4711', email: user.email, groups: [], endsAtMs: Date.now() + 60_000 });
const card = (title: string) => within(screen.getByText(title).closest('li') as HTMLElement);

beforeEach(() => {
  vi.resetAllMocks();
  vi.stubGlobal('fetch', async (path: string) =>
    path === '/roadmap/votes.json' ? Response.json({ marketplace: 12 }) : new Response(null, { status: 404 }),
  );
  vi.mocked(readIfChanged).mockResolvedValue({ result: user, version: null });
});

afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
  localStorage.clear();
});

describe('RoadmapPage', () => {
  it('shows signed-out visitors the numbers, and the way to vote, and calls nothing for them', async () => {
    await show();
    expect(card('Marketplace').getByText('12 votes')).toBeTruthy();
    expect(card('A printed atlas').queryByText(/votes$/)).toBeNull();
    const link = card('Marketplace').getByRole('link', { name: 'Sign in to vote: Marketplace' });
    expect(link.getAttribute('href')).toBe(
      `/auth?${new URLSearchParams({ returnTo: '/roadmap?item=marketplace' })}`,
    );
    expect(callApi).not.toHaveBeenCalled();
    expect(readIfChanged).not.toHaveBeenCalled();
  });

  it('shows what became of a closed item in its own section, without a way to vote', async () => {
    await show();
    expect(screen.getByRole('heading', { level: 2, name: 'Closed' })).toBeTruthy();
    const closed = card('A build for Linux');
    expect(closed.getByText('Closed on December 1, 2026: It is in 1.4.')).toBeTruthy();
    expect(closed.queryByRole('link')).toBeNull();
  });

  it('votes once for a double click, and takes the vote back', async () => {
    signIn();
    await show();
    const button = card('Marketplace').getByRole('button', { name: 'Vote: Marketplace' });
    vi.mocked(callApi).mockResolvedValueOnce({
      user: { ...user, votes: { ...votes, marketplace: '2026-11-28T11:00:00.000Z' } },
      votes: 13,
    } as never);
    fireEvent.click(button);
    fireEvent.click(button);
    await act(async () => {});
    expect(callApi).toHaveBeenCalledExactlyOnceWith('voteForItem', { item: 'marketplace', isFor: true });
    expect(card('Marketplace').getByRole('status').textContent).toBe('You voted for this.');
    expect(card('Marketplace').getByText('13 votes')).toBeTruthy();

    vi.mocked(callApi).mockResolvedValueOnce({ user, votes: undefined } as never);
    fireEvent.click(card('Marketplace').getByRole('button', { name: 'Take back your vote: Marketplace' }));
    await act(async () => {});
    expect(callApi).toHaveBeenLastCalledWith('voteForItem', { item: 'marketplace', isFor: false });
    expect(card('Marketplace').queryByText(/votes$/)).toBeNull();
  });

  it('takes back a vote for a closed item, and shows the sentence of a refusal', async () => {
    signIn();
    await show();
    vi.mocked(callApi).mockRejectedValueOnce(new ApiError('unavailable', 'The server is asleep.'));
    fireEvent.click(
      card('A build for Linux').getByRole('button', {
        name: 'Take back your vote: A build for Linux',
      }),
    );
    await act(async () => {});
    expect(card('A build for Linux').getByRole('alert').textContent).toBe('The server is asleep.');
    expect(card('A build for Linux').getByRole('status').textContent).toBe('You voted for this.');
  });

  it('continues at the item that the visitor wanted to vote for before the sign-in', async () => {
    signIn();
    await show('/roadmap?item=printed-atlas');
    const name = 'Take back your vote: A printed atlas';
    await vi.waitFor(() => expect(document.activeElement).toBe(screen.getByRole('button', { name })));
  });
});
