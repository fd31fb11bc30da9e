// @vitest-environment jsdom
import { act, cleanup, fireEvent, render, screen } from '@testing-library/react';
import { MemoryRouter } from 'react-router-dom';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { ResponseOf } from '../../../../contract/operations/operations.ts';
import { parseMailing } from '../../../../publishing/markdown/parse-mailing.ts';
import { callDesk } from './call-desk.ts';
import { RoadmapView } from './roadmap-view.tsx';

vi.mock('./call-desk.ts');
vi.mock('../../../../contract/content/roadmap-items.ts', async (importOriginal) => ({
  ...(await importOriginal<object>()),
  closedItems: { 'build-for-linux': { day: '2026-12-01', outcome: 'It is in 1.4: [get it](/download).' } },
}));

type Item = ResponseOf<'deskRoadmap'>['items'][number];
const linux: Item = { id: 'build-for-linux', votes: 1234, licensed: 56, recipients: 1, mailings: [] };
const marketplace: Item = { ...linux, id: 'marketplace', votes: 7, recipients: 3 };

beforeEach(() => vi.resetAllMocks());
afterEach(cleanup);

async function open(...items: Item[]) {
  vi.mocked(callDesk).mockResolvedValue({ items } as never);
  render(<RoadmapView />, { wrapper: MemoryRouter });
  await act(async () => {});
}
const button = () => screen.queryByRole('button', { name: 'Write to its voters' });
const field = (name: string) => screen.getByLabelText<HTMLInputElement>(name).value;

describe('RoadmapView', () => {
  it('shows the votes of each item, and how many voters hold a license', async () => {
    await open(linux, marketplace);
    const shown = screen.getByText('A build for Linux').closest('li')?.textContent;
    expect(shown).toContain('closed on December 1, 2026');
    expect(shown).toContain('Votes: 1,234. With a license: 56.');
    expect(screen.getByText('Marketplace').closest('li')?.textContent).toContain(', open');
  });

  it('writes to the voters of a closed item only, if somebody gets the mailing', async () => {
    await open(marketplace, { ...linux, recipients: 0 });
    expect(button()).toBeNull();
  });

  it('begins a draft that names the audience and what became of the item', async () => {
    await open(linux);
    fireEvent.click(button() as HTMLElement);
    expect(screen.getByText(/It goes to 1 person/)).toBeTruthy();
    const mailing = parseMailing(`${field('Name')}.md`, field('Markdown text'));
    expect(mailing).toMatchObject({
      slug: 'roadmap-build-for-linux',
      group: 'feedback',
      audience: 'voters of build-for-linux',
      subject: 'Roadmap news: A build for Linux',
    });
    expect(JSON.stringify(mailing.content)).toContain('It is in 1.4');
    expect(screen.queryByText(/There is a mailing to these voters already/)).toBeNull();
  });

  it('warns before a second mailing, which gets another name', async () => {
    const first = {
      slug: 'roadmap-build-for-linux',
      status: 'sent',
      updatedAt: '2026-12-02T10:00:00.000Z',
    } as const;
    await open({ ...linux, mailings: [first] });
    expect(screen.getByText(/Mailing to its voters: roadmap-build-for-linux, sent/)).toBeTruthy();
    fireEvent.click(button() as HTMLElement);
    expect(screen.getByText(/There is a mailing to these voters already/)).toBeTruthy();
    expect(field('Name')).toBe('roadmap-build-for-linux-2');
  });
});
