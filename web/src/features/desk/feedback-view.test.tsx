// @vitest-environment jsdom
import { act, cleanup, fireEvent, render, screen } from '@testing-library/react';
import { MemoryRouter } from 'react-router-dom';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { ApiError } from '../../lib/api-error.ts';
import { fill, press } from '../../lib/test-page.tsx';
import { callDesk } from './call-desk.ts';
import { FeedbackView } from './feedback-view.tsx';
import { requests } from './test-desk.ts';

vi.mock('./call-desk.ts');

const conflict = 'Another admin was faster: this feedback is answered now.';
/** Every answer of an admin is too late. */
let state: string;

beforeEach(() => {
  state = 'open';
  const item = { feedbackId: 'f-1', userId: 'user-1', type: 'An idea', content: 'More lakes.', comments: [] };
  vi.mocked(callDesk).mockImplementation((async (name: string, request: { state: string }) => {
    if (name === 'deskFeedback')
      return {
        feedback: request.state === state ? [{ ...item, state, timestamp: '2026-11-28T10:00:00.000Z' }] : [],
      };
    state = 'answered';
    throw new ApiError('aborted', conflict);
  }) as never);
});
afterEach(cleanup);

it('reads the inbox again after a conflict, says why, and keeps the typed answer with the feedback', async () => {
  await act(async () => void render(<FeedbackView />, { wrapper: MemoryRouter }));
  await press('Answer by email');
  fill(/^Answer/, 'Soon.');
  await press('Answer by email');
  expect(requests('deskAnswerFeedback')).toMatchObject([
    { feedbackId: 'f-1', seen: { state: 'open', comments: 0 }, answer: 'Soon.' },
  ]);
  expect(screen.queryByText('More lakes.')).toBeNull();
  expect(screen.getByRole('status').textContent).toBe(conflict);
  await act(async () => fireEvent.change(screen.getByLabelText('State'), { target: { value: 'answered' } }));
  await press('Answer by email');
  expect(screen.getByRole('textbox')).toMatchObject({ value: 'Soon.' });
});
