// @vitest-environment jsdom
import { act, cleanup, render, screen } from '@testing-library/react';
import { BrowserRouter } from 'react-router-dom';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { ApiError } from '../../lib/api-error.ts';
import { callApi } from '../../lib/call-api.ts';
import { press } from '../../lib/test-page.tsx';
import UnsubscribePanel from './unsubscribe-panel.tsx';

vi.mock('../../lib/call-api.ts');

beforeEach(() => {
  vi.resetAllMocks();
  vi.mocked(callApi).mockResolvedValue({ group: 'updates', changed: ['updates'] });
});
afterEach(cleanup);

async function show() {
  render(
    <BrowserRouter>
      <UnsubscribePanel />
    </BrowserRouter>,
  );
  await act(async () => {});
}

/** Opens a link of an email. */
async function open(address: string) {
  window.history.replaceState(null, '', address);
  await show();
}

async function openAndPress(address: string) {
  await open(address);
  await press('Unsubscribe');
}

const wishes = () => vi.mocked(callApi).mock.calls.map(([, data]) => data);

describe('UnsubscribePanel', () => {
  it('changes nothing when the link is opened, and removes the token from the address', async () => {
    await open('/unsubscribe#token=a.b');
    expect(wishes()).toEqual([]);
    expect(window.location.href).not.toContain('a.b');
    cleanup();
    await show();
    expect(wishes()).toEqual([]);
    expect(screen.getByRole('button', { name: 'Unsubscribe' })).toBeTruthy();
  });

  it('unsubscribes when the button is pressed, and confirms', async () => {
    await openAndPress('/unsubscribe#token=a.b');

    expect(wishes()).toEqual([{ token: 'a.b' }]);
    expect(screen.getByRole('status').textContent).toBe('No more emails about updates.');
    expect(window.location.href).not.toContain('a.b');
    expect(screen.getByRole('link', { name: 'Choose your emails' }).getAttribute('href')).toBe(
      '/preferences',
    );
  });

  it('subscribes again and unsubscribes again without losing the focus', async () => {
    await openAndPress('/unsubscribe#token=a.b');
    await press('Subscribe again');
    expect(screen.getByRole('status').textContent).toBe('You receive emails about updates again.');
    expect(document.activeElement).toBe(screen.getByRole('region', { name: 'Your emails from us' }));

    await press('No more emails about updates');
    expect(screen.getByRole('status').textContent).toBe('No more emails about updates.');
    expect(wishes()).toEqual([{ token: 'a.b' }, { token: 'a.b', beginAgain: ['updates'] }, { token: 'a.b' }]);
  });

  it('shows the result after a reload or going back, without a new request', async () => {
    await openAndPress('/unsubscribe#token=a.b');
    cleanup();
    await show();
    expect(screen.getByRole('status').textContent).toBe('No more emails about updates.');
    expect(wishes()).toHaveLength(1);

    await press('Subscribe again');
    cleanup();
    await show();
    expect(screen.getByRole('status').textContent).toBe('You receive emails about updates again.');
    expect(wishes()).toHaveLength(2);
  });

  it('unsubscribes again when the link is opened again', async () => {
    await openAndPress('/unsubscribe#token=a.b');
    await press('Subscribe again');
    cleanup();
    await openAndPress('/unsubscribe#token=a.b');
    expect(wishes().at(-1)).toEqual({ token: 'a.b' });
    expect(screen.getByRole('status').textContent).toBe('No more emails about updates.');
  });

  it('does not change the page that the visitor has opened before the response', async () => {
    let answer = () => {};
    vi.mocked(callApi).mockReturnValue(
      new Promise((resolve) => {
        answer = () => resolve({ group: 'updates', changed: ['updates'] });
      }),
    );
    await openAndPress('/unsubscribe#token=a.b');
    cleanup();
    window.history.replaceState(null, '', '/preferences');
    answer();
    await act(async () => {});
    expect(window.location.pathname).toBe('/preferences');
  });

  it('offers no undo if the visitor was already unsubscribed', async () => {
    vi.mocked(callApi).mockResolvedValue({ group: 'updates', changed: [] });
    await openAndPress('/unsubscribe#token=a.b');
    expect(screen.getByText(/^You were already unsubscribed\./)).toBeTruthy();
    expect(screen.queryByRole('button', { name: 'Subscribe again' })).toBeNull();
  });

  it('can undo although the first response came after the visitor had left', async () => {
    const answer = Promise.withResolvers<{ group: 'updates'; changed: 'updates'[] }>();
    vi.mocked(callApi).mockReturnValueOnce(answer.promise);
    await openAndPress('/unsubscribe#token=a.b');
    cleanup();
    answer.resolve({ group: 'updates', changed: ['updates'] });

    vi.mocked(callApi).mockResolvedValueOnce({ group: 'updates', changed: [] });
    await show();
    await press('Subscribe again');
    expect(wishes()).toEqual([{ token: 'a.b' }, { token: 'a.b' }, { token: 'a.b', beginAgain: ['updates'] }]);
  });

  it('unsubscribes from all groups, and undoes only its own changes', async () => {
    vi.mocked(callApi).mockResolvedValue({ group: 'all', changed: ['updates', 'feedback'] });
    await openAndPress('/unsubscribe#token=a.b');
    expect(screen.getByRole('status').textContent).toBe('No more emails that your account does not need.');
    await press('Subscribe again');
    expect(screen.getByRole('status').textContent).toBe('You receive the same emails as before.');
    expect(wishes().at(-1)).toEqual({ token: 'a.b', beginAgain: ['updates', 'feedback'] });
  });

  it('offers no retry for a damaged link', async () => {
    vi.mocked(callApi).mockRejectedValue(new ApiError('invalid-argument', 'This link is damaged.'));
    await openAndPress('/unsubscribe#token=a.c');
    expect(screen.getByRole('alert').textContent).toBe('This link is damaged.');
    expect(screen.queryByRole('button', { name: 'Try again' })).toBeNull();
  });

  it('offers a retry for a temporary failure', async () => {
    vi.mocked(callApi).mockRejectedValueOnce(new ApiError('unavailable', 'The server could not be reached.'));
    await openAndPress('/unsubscribe#token=a.b');
    expect(screen.getByRole('alert').textContent).toBe('The server could not be reached.');
    await press('Try again');
    expect(screen.getByRole('status').textContent).toBe('No more emails about updates.');
  });

  it.each(['/unsubscribe', '/unsubscribe#token=', '/unsubscribe#other=1'])(
    'sends no request at %s, and links to other ways',
    async (address) => {
      await open(address);
      expect(callApi).not.toHaveBeenCalled();
      expect(screen.getByRole('link', { name: 'preferences' })).toBeTruthy();
    },
  );
});
