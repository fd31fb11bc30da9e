// @vitest-environment jsdom
import { act, cleanup, fireEvent, render, screen } from '@testing-library/react';
import { MemoryRouter } from 'react-router-dom';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { ListedArticle } from '../../../../contract/records/desk-articles.ts';
import { ApiError } from '../../lib/api-error.ts';
import { fill, press } from '../../lib/test-page.tsx';
import { ArticleItem } from './article-item.tsx';
import { callDesk } from './call-desk.ts';
import { giveReason } from './test-desk.ts';
import { ConcludeContext } from './use-reading.tsx';

vi.mock('./call-desk.ts', () => ({ callDesk: vi.fn() }));
vi.mock('./article-preview.tsx', () => ({ ArticlePreview: () => 'The preview.' }));

// jsdom draws no pictures.
vi.mock('./draw-widths.ts', () => ({
  drawWidths: async () => [new Blob()],
  base64Of: async () => 'AA==',
}));

const onChange = vi.fn(async (_outcome: string) => {});
const text = '---\nslug: a-map\n---\n\nOn *two*\nlines. <!-- A note. -->\n';
const seen = { live: { updatedAt: '1' }, draft: { updatedAt: '2026-11-28T09:30:00Z' } };
const schedule = { at: '2099-12-01T08:30:00.000Z', timeZone: 'Europe/Berlin' };

beforeEach(() => {
  onChange.mockClear();
  vi.mocked(callDesk)
    .mockReset()
    .mockResolvedValue({ article: { slug: 'a-map', headline: 'A map' }, seen, text } as never);
});
afterEach(cleanup);

const article: ListedArticle = {
  slug: 'a-map',
  headline: 'A map',
  status: 'published',
  state: 'published',
  createdAt: '2026-11-25',
  ...seen.live,
  draft: seen.draft,
};
const show = (of: ListedArticle) =>
  render(
    <MemoryRouter>
      <ConcludeContext value={onChange}>
        <ArticleItem article={of} />
      </ConcludeContext>
    </MemoryRouter>,
  );

it('says that a published article has a draft', () => {
  show(article);
  screen.getByText('Published, with a draft from Nov 28, 2026, 9:30 AM UTC. Dated November 25, 2026.');
});

it('brings the text of a draft back as it was written, and stores it without a reason', async () => {
  show(article);
  await press('Edit the draft');
  const field = screen.getByLabelText<HTMLTextAreaElement>(/^Markdown text/);
  expect(field.value).toBe(text);
  fireEvent.change(field, { target: { value: `${text}More.` } });
  await press('Preview');
  await press('Store as a draft');
  expect(callDesk).toHaveBeenLastCalledWith('deskStoreArticle', {
    actionId: expect.any(String),
    text: `${text}More.`,
    status: 'draft',
    seen,
  });
  expect(onChange).toHaveBeenCalledWith(
    '“A map” is stored as a draft. Visitors still see the published version.',
  );
  expect(screen.queryByLabelText(/^Markdown text/)).toBeNull();
});

describe('an edited text', () => {
  const changed = { ...seen, draft: { updatedAt: 'a colleague’s' } };
  /** Edits the draft, which a colleague then replaces, and previews the text. */
  async function edit() {
    show(article);
    await press('Edit the draft');
    vi.mocked(callDesk).mockResolvedValue({
      article: { slug: 'a-map', headline: 'A map' },
      seen: changed,
      text,
    } as never);
    fill(/^Markdown text/, `${text}Mine.`);
    await press('Preview');
  }
  const refuseOnce = () =>
    vi.mocked(callDesk).mockRejectedValueOnce(new ApiError('aborted', 'Nothing was changed.'));
  const expectStored = (status: 'draft' | 'published', versions: object) =>
    expect(callDesk).toHaveBeenCalledWith(
      'deskStoreArticle',
      expect.objectContaining({ text: `${text}Mine.`, status, seen: versions }),
    );

  it('does not replace the version that a colleague has stored in the meantime', async () => {
    await edit();
    await press('Store as a draft');
    expectStored('draft', seen);
  });

  it('replaces it after the admin was told', async () => {
    await edit();
    refuseOnce();
    await press('Publish this version');
    giveReason('News.');
    await press('Publish this version');
    expectStored('published', seen);
    screen.getByText(/^The stored version has changed since you opened this form\./);
    await press('Store as a draft');
    expectStored('draft', changed);
  });

  it('warns about the draft of another article', async () => {
    await edit();
    vi.mocked(callDesk).mockResolvedValue({ article: { slug: 'b', headline: 'B' }, seen: changed } as never);
    await press('Preview');
    screen.getByText(/^This article has a draft already\./);
    await press('Store as a draft');
    expectStored('draft', changed);
  });
});

it('says what unpublishing does to both versions, and names those that the admin saw', async () => {
  show(article);
  await press('Unpublish');
  screen.getByText(
    'Visitors can no longer read the article, and the text that they see now is deleted. Its draft stays.',
  );
  giveReason('It is wrong.');
  await press('Unpublish');
  expect(callDesk).toHaveBeenLastCalledWith('deskUnpublishArticle', {
    actionId: expect.any(String),
    reason: 'It is wrong.',
    slug: 'a-map',
    seen,
  });
});

it('says that the draft of an unpublished article is no longer scheduled', async () => {
  show({ ...article, draft: { ...seen.draft, schedule } });
  await press('Unpublish');
  screen.getByText(/Its draft stays, and is no longer published on Tuesday, .+ \(Europe\/Berlin\)\.$/);
  giveReason('It is wrong.');
  await press('Unpublish');
  expect(onChange).toHaveBeenCalledWith(
    expect.stringMatching(
      /^Unpublished\. Its draft stays, and is no longer published on Tuesday, .+ \(Europe\/Berlin\)\.$/,
    ),
  );
});

it('names the time at which the site publishes a text that was stored', async () => {
  show({ ...article, draft: { ...seen.draft, schedule } });
  await press('Edit the draft');
  await press('Preview');
  vi.mocked(callDesk).mockResolvedValueOnce({ slug: 'a-map', status: 'scheduled', schedule } as never);
  await press('Store as a draft');
  expect(onChange).toHaveBeenCalledWith(
    expect.stringMatching(
      /^“A map” is stored\. The site publishes it on Tuesday, .+ \(Europe\/Berlin\)\. Visitors still see/,
    ),
  );
});

it('reads the list again when a colleague was faster than “Unpublish”', async () => {
  show(article);
  await press('Unpublish');
  giveReason('It is wrong.');
  vi.mocked(callDesk).mockRejectedValueOnce(new ApiError('aborted', 'A colleague has changed it.'));
  await press('Unpublish');
  expect(onChange).toHaveBeenCalledExactlyOnceWith('A colleague has changed it.');
});

it('offers no draft actions for a published article without a draft', () => {
  const { draft: _, ...published } = article;
  show(published);
  expect(screen.getAllByRole('button').map(({ textContent }) => textContent)).toEqual(['Edit', 'Unpublish']);
});

it('inserts a picture into the text that was typed during its upload', async () => {
  show(article);
  await press('Edit the draft');
  const field = screen.getByLabelText<HTMLTextAreaElement>(/^Markdown text/);
  await press('Add a picture');
  fireEvent.change(screen.getByLabelText('A picture'), { target: { files: [new File([''], 'a.png')] } });
  fill(/^What it shows/, 'A map');
  const upload = Promise.withResolvers<object>();
  vi.mocked(callDesk).mockReturnValueOnce(upload.promise as never);
  await press('Upload and insert');
  fireEvent.change(field, { target: { value: `${text}Typed later.` } });
  await act(async () => upload.resolve({ url: '/media/pictures/1.png', width: 3, height: 2 }));
  expect(field.value).toContain('Typed later.');
  expect(field.value).toContain('![A map](/media/pictures/1.png "3x2")');
});
