// @vitest-environment jsdom
import { act, cleanup, fireEvent, render, screen } from '@testing-library/react';
import { MemoryRouter } from 'react-router-dom';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { ApiError } from '../../lib/api-error.ts';
import { callApi } from '../../lib/call-api.ts';
import { forgetSession, rememberSession } from '../../lib/session.ts';
import FeedbackPanel from './feedback-panel.tsx';

vi.mock('../../lib/call-api.ts');

const signInAs = (userId: string, email = `${userId}@example.test`) =>
  rememberSession({ userId, email, groups: [], endsAtMs: Date.now() + 60_000 });

beforeEach(() => {
  vi.resetAllMocks();
  localStorage.clear();
  sessionStorage.clear();
  signInAs('ana');
  vi.mocked(callApi).mockResolvedValue({});
});
afterEach(cleanup);

const show = () =>
  render(
    <MemoryRouter initialEntries={['/feedback']}>
      <FeedbackPanel />
    </MemoryRouter>,
  );
const text = () => screen.getByLabelText<HTMLTextAreaElement>('Your feedback');
const write = (content: string) => fireEvent.change(text(), { target: { value: content } });
async function send() {
  fireEvent.submit(screen.getByRole('button', { name: 'Send feedback' }));
  await act(async () => {});
}
const sent = () => vi.mocked(callApi).mock.calls.map(([, data]) => data as { feedbackId: string });

function writeSignedOut() {
  forgetSession();
  show();
  write('A scale!');
  cleanup();
}

describe('FeedbackPanel', () => {
  it('keeps the text when the session ends while the user writes, with a notice', () => {
    show();
    write('A compass!');
    act(() => forgetSession());
    expect(screen.getByText(/^Your session has ended. Your text is saved/)).toBeTruthy();
    expect(screen.getByRole('link', { name: 'Log In' }).getAttribute('href')).toBe(
      '/auth?returnTo=%2Ffeedback',
    );
    write('A compass, and a map!');
    act(() => signInAs('ana'));
    expect(screen.queryByText(/^Your session has ended/)).toBeNull();
    expect(text().value).toBe('A compass, and a map!');
    cleanup();
    show();
    expect(text().value).toBe('A compass, and a map!');
  });

  it('starts with General Feedback, sends the text, confirms it and clears the draft', async () => {
    show();
    expect(screen.getByLabelText<HTMLSelectElement>('What is it about?').value).toBe('General Feedback');
    write('A compass!');
    await send();

    expect(callApi).toHaveBeenCalledExactlyOnceWith('feedback', {
      feedbackId: expect.stringMatching(/^[\da-f-]{36}$/),
      type: 'General Feedback',
      content: 'A compass!',
    });
    expect(screen.getByText('Feedback submitted successfully!')).toBeTruthy();
    expect(text().value).toBe('');
    expect(localStorage.getItem('feedbackDraft')).toBeNull();
  });

  it('starts with the type in the link, unless a text is started', () => {
    history.replaceState(null, '', '/feedback?type=An%20idea');
    const type = () => screen.getByLabelText<HTMLSelectElement>('What is it about?').value;
    show();
    expect(type()).toBe('An idea');
    write('A compass!');
    cleanup();
    history.replaceState(null, '', '/feedback?type=This%20website');
    show();
    expect(type()).toBe('An idea');
    history.replaceState(null, '', '/');
  });

  it('keeps the draft and its type after a reload', () => {
    show();
    fireEvent.change(screen.getByLabelText('What is it about?'), { target: { value: 'An idea' } });
    write('A compass!');
    cleanup();
    show();

    expect(text().value).toBe('A compass!');
    expect(screen.getByLabelText<HTMLSelectElement>('What is it about?').value).toBe('An idea');
  });

  it('hides the draft from another user of the same computer', () => {
    show();
    write('A compass!');
    cleanup();
    signInAs('ben');
    show();

    expect(text().value).toBe('');
  });

  it('keeps the draft when the address changes, and does not store the address', () => {
    show();
    write('A compass!');
    expect(localStorage.getItem('feedbackDraft')).not.toContain('@');
    cleanup();
    signInAs('ana', 'new@example.test');
    show();

    expect(text().value).toBe('A compass!');
  });

  it('works with an old session hint that has no user ID', async () => {
    rememberSession({ email: 'ana@example.test', groups: [], endsAtMs: Date.now() + 60_000 });
    show();
    write('A compass!');
    act(() => signInAs('ana'));
    expect(text().value).toBe('A compass!');
    await send();
    expect(sent()[0]).toMatchObject({ content: 'A compass!' });
  });

  it('sends the same text under the same ID after a failure, and another text under another ID', async () => {
    vi.mocked(callApi).mockRejectedValue(new ApiError('unavailable', 'The server is asleep.'));
    show();
    write('A compass!');
    await send();
    expect(screen.getByRole('alert').textContent).toBe('Feedback submission failed! Please try again.');
    expect(text().value).toBe('A compass!');

    await send();
    write('A compass, please!');
    await send();
    const [first, second, third] = sent();
    expect(second?.feedbackId).toBe(first?.feedbackId);
    expect(third?.feedbackId).not.toBe(first?.feedbackId);
  });

  it('prompts signed-out visitors to retry after a sign-in, and sends nothing', async () => {
    localStorage.clear();
    show();
    write('A compass!');
    await send();

    expect(screen.getByRole('alert').textContent).toMatch(/^Please try again\. Log in before that/);
    expect(screen.getByRole('link', { name: 'Log in' }).getAttribute('href')).toBe(
      '/auth?returnTo=%2Ffeedback',
    );
    expect(callApi).not.toHaveBeenCalled();
    expect(text().value).toBe('A compass!');
  });

  it('prompts for a sign-in when the server rejects the token', async () => {
    vi.mocked(callApi).mockRejectedValue(new ApiError('unauthenticated', 'You are signed out.'));
    show();
    write('A compass!');
    await send();

    expect(screen.getByRole('alert').textContent).toMatch(/^Please try again\. Log in before that/);
  });

  it('keeps text that was written signed out, for a sign-in in the same tab only', () => {
    writeSignedOut();
    signInAs('ana');
    show();
    expect(text().value).toBe('A scale!');
    cleanup();
    signInAs('ben');
    show();
    expect(text().value).toBe('');
  });

  it('does not replace a draft with text that was written signed out', () => {
    show();
    write('A compass!');
    cleanup();
    writeSignedOut();
    signInAs('ana');
    show();
    expect(text().value).toBe('A compass!');
  });

  it('stays unchanged for its author when the session ends', () => {
    show();
    write('A compass!');
    act(forgetSession);
    expect(text().value).toBe('A compass!');
    write('A compass, please!');
    cleanup();
    signInAs('ana');
    show();
    expect(text().value).toBe('A compass, please!');
  });

  it('reports when to retry after too many requests', async () => {
    const sentence = 'You have done this too many times. Try again in 12 minutes.';
    vi.mocked(callApi).mockRejectedValue(new ApiError('resource-exhausted', sentence));
    show();
    write('A compass!');
    await send();

    expect(screen.getByRole('alert').textContent).toBe(sentence);
  });

  it('sends no text that is too long, and shows by how much', async () => {
    show();
    write('x'.repeat(4003));
    expect(screen.getByText('4,003 of 4,000 characters')).toBeTruthy();
    await send();

    expect(screen.getByRole('alert').textContent).toBe('The text is too long by 3 characters.');
    expect(callApi).not.toHaveBeenCalled();
  });

  it('follows another tab that changes or sends the draft', () => {
    show();
    write('A compass!');
    const stored = JSON.parse(localStorage.getItem('feedbackDraft') ?? '');
    const changeElsewhere = (newValue: string | null) =>
      act(() => {
        window.dispatchEvent(new StorageEvent('storage', { key: 'feedbackDraft', newValue }));
      });

    changeElsewhere(JSON.stringify({ ...stored, content: 'A compass and a scale!' }));
    expect(text().value).toBe('A compass and a scale!');
    changeElsewhere(null);
    expect(text().value).toBe('');
  });

  it('keeps what the user writes while the previous text is being sent', async () => {
    let arrive = () => {};
    vi.mocked(callApi).mockImplementation(
      () =>
        new Promise((resolve) => {
          arrive = () => resolve({});
        }),
    );
    show();
    write('A compass!');
    await send();
    write('A compass! And a scale.');
    arrive();
    await act(async () => {});

    expect(text().value).toBe('A compass! And a scale.');
  });

  it('starts a new draft if the stored one is invalid', () => {
    for (const stored of ['nonsense', 'null', '{}', '{"content":7}']) {
      localStorage.setItem('feedbackDraft', stored);
      show();
      expect(text().value).toBe('');
      cleanup();
    }
  });
});
