// @vitest-environment jsdom
import { act, cleanup, fireEvent, render, screen } from '@testing-library/react';
import { afterEach, expect, it, vi } from 'vitest';
import type { MailingStatus } from '../../../../contract/records/mailing.ts';
import { callDesk } from './call-desk.ts';
import { ReleasesView } from './releases-view.tsx';

vi.mock('./call-desk.ts', () => ({ callDesk: vi.fn() }));
afterEach(cleanup);

const release = {
  version: '1.4.0',
  channel: 'stable',
  date: '2026-11-25T10:00:00Z',
  notes: '',
  offeredTo: [],
  downloads: { 'mac-arm64': 0, 'mac-x64': 0, 'win-x64': 0 },
};

const click = (name: string) => act(async () => fireEvent.click(screen.getByRole('button', { name })));

it.each<[MailingStatus | undefined, string]>([
  ['discarded', '1.4.0 is yanked. The mailing about it is discarded.'],
  ['paused', '1.4.0 is yanked. The mailing about it is paused.'],
  ['sent', '1.4.0 is yanked. The mailing about it was sent before.'],
  [undefined, '1.4.0 is yanked.'],
])('says after a yank that the mailing is %s', async (mailing, sentence) => {
  const answers = {
    deskReleases: { releases: [release], unreadable: [], current: {} },
    deskYankRelease: { mailing },
  };
  vi.mocked(callDesk).mockImplementation(async (name) => answers[name as keyof typeof answers] as never);
  await act(async () => {
    render(<ReleasesView />);
  });
  await click('Yank');
  fireEvent.change(screen.getByLabelText(/^Reason/), { target: { value: 'It crashes.' } });
  await click('Yank');
  expect(screen.getByRole('status').textContent).toBe(sentence);
});
