// @vitest-environment jsdom
import { act, cleanup, render, renderHook, screen } from '@testing-library/react';
import { afterEach, expect, it, vi } from 'vitest';
import { WithAnswer } from '../../components/with-answer.tsx';
import { ApiError } from '../../lib/api-error.ts';
import { callDesk } from './call-desk.ts';
import { useReading } from './use-reading.tsx';

vi.mock('./call-desk.ts');

afterEach(cleanup);

/** Resolves in the order that the test chooses. */
function readings() {
  const waiting: ((answer: string) => void)[] = [];
  vi.mocked(callDesk).mockImplementation(() => new Promise((resolve) => waiting.push(resolve as never)));
  return waiting;
}
const renderReading = () => renderHook(() => useReading('deskToday', {}));

it('resolves a replaced reload only when the newer response is shown', async () => {
  const waiting = readings();
  const { result } = renderReading();
  await act(async () => waiting[0]?.('first'));
  let hasEnded = false;
  await act(async () => {
    void result.current.reload().then(() => {
      hasEnded = true;
    });
    void result.current.reload();
  });
  await act(async () => waiting[1]?.('outdated'));
  expect([result.current.answer.value, hasEnded]).toEqual(['first', false]);
  await act(async () => waiting[2]?.('newest'));
  expect([result.current.answer.value, hasEnded]).toEqual(['newest', true]);
});

it('keeps the last response after a failed reload, and says why it is old', async () => {
  vi.mocked(callDesk).mockResolvedValue('first' as never);
  const { result } = renderReading();
  await act(async () => {});
  expect(result.current.answer).toMatchObject({ value: 'first', reloadFailure: null });
  vi.mocked(callDesk).mockRejectedValueOnce(new ApiError('unavailable', 'The server is asleep.'));
  await act(() => result.current.reload());
  render(
    <WithAnswer answer={result.current.answer} loadingLabel="Loading…">
      {(value) => <p>{String(value)}</p>}
    </WithAnswer>,
  );
  expect(screen.getByText('first')).toBeTruthy();
  expect(screen.getByText('The server is asleep.')).toBeTruthy();
  await act(async () => result.current.answer.askAgain());
  expect(result.current.answer.reloadFailure).toBeNull();
});
