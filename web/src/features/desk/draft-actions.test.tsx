// @vitest-environment jsdom
import { cleanup, render, screen } from '@testing-library/react';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import type { ListedDraft } from '../../../../contract/records/desk-articles.ts';
import { ApiError } from '../../lib/api-error.ts';
import { fill, press } from '../../lib/test-page.tsx';
import { callDesk } from './call-desk.ts';
import { DraftActions } from './draft-actions.tsx';
import { giveReason } from './test-desk.ts';
import { ConcludeContext } from './use-reading.tsx';

vi.mock('./call-desk.ts', () => ({ callDesk: vi.fn() }));
vi.mock('./article-preview.tsx', () => ({ ArticlePreview: () => 'The text of the draft.' }));

const onChange = vi.fn(async (_outcome: string) => {});
beforeEach(() => {
  vi.useFakeTimers({ now: new Date('2099-11-01'), toFake: ['Date'] });
  vi.mocked(callDesk)
    .mockReset()
    .mockResolvedValue({} as never);
  onChange.mockClear();
});
afterEach(() => {
  cleanup();
  vi.useRealTimers();
});

const schedule = { at: '2099-12-01T08:30:00.000Z', timeZone: 'Europe/Berlin' };
const actionsFor = (draft: ListedDraft, isBesideLive?: true) => (
  <ConcludeContext value={onChange}>
    <DraftActions slug="a-map" draft={draft} isBesideLive={isBesideLive} />
  </ConcludeContext>
);

const previewOf = (updatedAt: string) =>
  vi.mocked(callDesk).mockResolvedValueOnce({ article: {}, seen: { draft: { updatedAt } } } as never);
const expectPublished = (updatedAt: string) =>
  expect(callDesk).toHaveBeenLastCalledWith('deskStoreArticle', {
    actionId: expect.any(String),
    reason: 'It is finished.',
    slug: 'a-map',
    seen: { updatedAt },
    status: 'published',
  });
async function publish() {
  await press('Publish');
  giveReason('It is finished.');
  await press('Publish');
}

it('publishes the version in the preview when the list has an older one', async () => {
  previewOf('second');
  render(actionsFor({ updatedAt: 'first' }));
  await press('Preview');
  await publish();
  expectPublished('second');
});

it('publishes the version that the admin stored after the preview', async () => {
  previewOf('first');
  const { rerender } = render(actionsFor({ updatedAt: 'first' }));
  await press('Preview');
  const [text, seen] = ['---\nslug: a-map\n---\n\nText.', { draft: { updatedAt: 'first' } }];
  const loaded = { article: { slug: 'a-map', headline: 'A map' }, seen, text };
  vi.mocked(callDesk)
    .mockResolvedValueOnce(loaded as never)
    .mockResolvedValueOnce(loaded as never);
  await press('Edit');
  await press('Preview');
  onChange.mockImplementationOnce(async () => rerender(actionsFor({ updatedAt: 'second' })));
  await press('Store as a draft');
  expect(screen.queryByText('The text of the draft.')).toBeNull();
  await publish();
  expectPublished('second');
});

it.each([
  ['Publish', undefined],
  ['Discard', undefined],
  ['Schedule', undefined],
  ['Cancel the schedule', schedule],
])('reads the list again when a colleague was faster than “%s”', async (name, planned) => {
  previewOf('first');
  render(actionsFor({ updatedAt: 'first', ...(planned ? { schedule: planned } : {}) }));
  await press('Preview');
  vi.mocked(callDesk).mockRejectedValueOnce(new ApiError('aborted', 'A colleague has changed it.'));
  await press(name);
  if (name === 'Schedule') fill(/^Publish at/, '2099-12-01T09:30');
  if (screen.queryByLabelText(/^Reason/)) giveReason('It is finished.');
  if (!planned) await press(name);
  expect(onChange).toHaveBeenCalledExactlyOnceWith('A colleague has changed it.');
  expect(screen.queryByText('The text of the draft.')).toBeNull();
});

it('discards a draft without a reason, after it has said what stays', async () => {
  render(actionsFor({ updatedAt: 'first' }, true));
  await press('Discard the draft');
  const consequence = screen.getByText('The draft is deleted. Visitors still see the published version.');
  expect(document.activeElement).toBe(consequence);
  expect(screen.queryByLabelText(/^Reason/)).toBeNull();
  expect(callDesk).not.toHaveBeenCalled();
  await press('Discard the draft');
  expect(callDesk).toHaveBeenLastCalledWith('deskDiscardArticle', {
    actionId: expect.any(String),
    slug: 'a-map',
    seen: { updatedAt: 'first' },
  });
  expect(onChange).toHaveBeenCalledWith('The draft is discarded.');
});

it('schedules a draft for a time of another zone', async () => {
  render(actionsFor({ updatedAt: 'first' }));
  await press('Schedule');
  fill(/^Publish at/, '2099-12-01T09:30');
  fill('Time zone', 'Europe/Berlin');
  giveReason('Before the holidays.');
  await press('Schedule');
  expect(callDesk).toHaveBeenLastCalledWith('deskStoreArticle', {
    actionId: expect.any(String),
    reason: 'Before the holidays.',
    slug: 'a-map',
    seen: { updatedAt: 'first' },
    status: 'scheduled',
    schedule,
  });
});

it('cancels a schedule with one click', async () => {
  render(actionsFor({ updatedAt: 'first', schedule }));
  await press('Cancel the schedule');
  expect(callDesk).toHaveBeenLastCalledWith('deskStoreArticle', {
    actionId: expect.any(String),
    slug: 'a-map',
    seen: { updatedAt: 'first' },
    status: 'draft',
  });
});

it('repeats a direct action with the same id after a failure', async () => {
  render(actionsFor({ updatedAt: 'first', schedule }));
  vi.mocked(callDesk).mockRejectedValueOnce(new Error('away'));
  await press('Cancel the schedule');
  await press('Cancel the schedule');
  const ids = vi.mocked(callDesk).mock.calls.map(([, request]) => (request as { actionId: string }).actionId);
  expect(ids).toHaveLength(2);
  expect(ids[0]).toBe(ids[1]);
  expect(onChange).toHaveBeenCalledExactlyOnceWith('The schedule is canceled. The draft stays.');
});
