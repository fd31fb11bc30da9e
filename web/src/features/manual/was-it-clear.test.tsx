// @vitest-environment jsdom
import { act, cleanup, fireEvent, render, screen } from '@testing-library/react';
import { MemoryRouter } from 'react-router-dom';
import { afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { ApiError } from '../../lib/api-error.ts';
import { callApi } from '../../lib/call-api.ts';
import { loadWebSettings } from '../../lib/load-web-settings.ts';
import { WasItClear } from './was-it-clear.tsx';

vi.mock('../../lib/call-api.ts');
vi.mock('../../lib/load-web-settings.ts');

// The first import is slow.
beforeAll(() => import('./manual-feedback-form.tsx'));
beforeEach(() => {
  vi.resetAllMocks();
  vi.mocked(callApi).mockResolvedValue({});
  vi.mocked(loadWebSettings).mockResolvedValue({} as Awaited<ReturnType<typeof loadWebSettings>>);
});
afterEach(cleanup);

const press = (name: string) => fireEvent.click(screen.getByRole('button', { name }));
async function say(answer: 'Yes' | 'No') {
  render(
    <MemoryRouter>
      <WasItClear page="map" />
    </MemoryRouter>,
  );
  press(answer);
  return screen.findByRole<HTMLTextAreaElement>('textbox');
}
const write = (content: string) =>
  fireEvent.change(screen.getByRole('textbox'), { target: { value: content } });
async function send() {
  fireEvent.submit(screen.getByRole('button', { name: 'Send' }));
  await act(async () => {});
}
const sent = () => vi.mocked(callApi).mock.calls.map(([, request]) => request as { feedbackId: string });

describe('WasItClear', () => {
  it('counts a "Yes" at once, and a text that follows as the same answer', async () => {
    await say('Yes');
    expect(await screen.findByText('Thank you! Your answer is counted.')).toBeTruthy();
    write('Where is the scale?');
    await send();
    const [counted, withText] = sent();
    expect(counted).toEqual({ feedbackId: expect.any(String), page: 'map', isClear: true });
    expect(withText).toEqual({ ...counted, content: 'Where is the scale?' });
    expect(callApi).toHaveBeenCalledTimes(2);
  });

  it('does not say that a "Yes" is counted when it failed', async () => {
    vi.mocked(callApi).mockRejectedValueOnce(new ApiError('unavailable', 'away'));
    await say('Yes');
    await act(async () => {});
    expect(screen.queryByText(/is counted/)).toBeNull();
    await send();
    const [failed, repeated] = sent();
    expect(repeated).toEqual(failed);
    expect(document.activeElement?.textContent).toContain('Thank you!');
  });

  it('sends a "No" with the button, and thanks for it', async () => {
    await say('No');
    expect(screen.getByRole('button', { name: 'No' }).getAttribute('aria-pressed')).toBe('true');
    expect(callApi).not.toHaveBeenCalled();
    await send();
    const feedbackId = expect.stringMatching(/^[\da-f-]{36}$/);
    expect(callApi).toHaveBeenCalledExactlyOnceWith('manualFeedback', {
      feedbackId,
      page: 'map',
      isClear: false,
    });
    expect(document.activeElement?.textContent).toContain('Thank you!');
  });

  it('keeps the text when the reader chooses another answer', async () => {
    await say('Yes');
    write('Where is the scale?');
    press('No');
    await send();
    expect(sent().slice(1)).toEqual([
      { feedbackId: expect.any(String), page: 'map', isClear: false, content: 'Where is the scale?' },
    ]);
  });

  it('sends nothing that is too long, and says by how much', async () => {
    await say('No');
    write('a'.repeat(501));
    await send();
    expect(callApi).not.toHaveBeenCalled();
    expect(screen.getByRole('alert').textContent).toBe('The text is too long by 1 character.');
  });

  it('repeats an answer that failed under the same id, and a changed one under another', async () => {
    vi.mocked(callApi).mockRejectedValue(new ApiError('resource-exhausted', 'Try again in a minute.'));
    await say('No');
    await send();
    expect(screen.getByRole('alert').textContent).toBe('Try again in a minute.');
    await send();
    write('Where is the scale?');
    await send();
    const [first, repeated, changed] = sent().map(({ feedbackId }) => feedbackId);
    expect(repeated).toBe(first);
    expect(changed).not.toBe(first);
  });
});
