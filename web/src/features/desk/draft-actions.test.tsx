// @vitest-environment jsdom
import { act, cleanup, fireEvent, render, screen } from '@testing-library/react';
import { afterEach, expect, it, vi } from 'vitest';
import type { ListedArticle } from '../../../../contract/records/desk-articles.ts';
import { callDesk } from './call-desk.ts';
import { DraftActions } from './draft-actions.tsx';

vi.mock('./call-desk.ts', () => ({ callDesk: vi.fn() }));
vi.mock('./article-preview.tsx', () => ({ ArticlePreview: () => 'The text of the draft.' }));

afterEach(cleanup);

const draft = (updatedAt: string): ListedArticle => ({
  slug: 'a-map',
  headline: 'A map',
  status: 'draft',
  state: 'draft',
  createdAt: '2026-11-25',
  updatedAt,
});
const actionsFor = (article: ListedArticle) => (
  <DraftActions article={article} onPublished={async () => {}} />
);
const click = (name: string) => act(async () => fireEvent.click(screen.getByRole('button', { name })));

it('publishes the version in the preview when the list already has a newer one', async () => {
  vi.mocked(callDesk).mockResolvedValue({ article: {}, seen: { updatedAt: 'first' } } as never);
  const { rerender } = render(actionsFor(draft('first')));
  await click('Preview');
  rerender(actionsFor(draft('second')));
  await click('Publish');
  fireEvent.change(screen.getByLabelText(/^Reason/), { target: { value: 'It is finished.' } });
  await click('Publish');
  expect(callDesk).toHaveBeenLastCalledWith(
    'deskStoreArticle',
    expect.objectContaining({ slug: 'a-map', seen: { updatedAt: 'first' } }),
  );
});
