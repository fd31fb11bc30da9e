// @vitest-environment jsdom
import { act, cleanup, render, screen } from '@testing-library/react';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import type { MailingStatus } from '../../../../contract/records/mailing.ts';
import type { Rollout } from '../../../../contract/records/release.ts';
import { ApiError } from '../../lib/api-error.ts';
import { fill, press } from '../../lib/test-page.tsx';
import { callDesk } from './call-desk.ts';
import { ReleasesView, RolloutOfRelease } from './releases-view.tsx';
import { giveReason } from './test-desk.ts';
import { ConcludeContext } from './use-reading.tsx';

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
  await press('Yank');
  giveReason('It crashes.');
  await press('Yank');
  expect(screen.getByRole('status').textContent).toBe(sentence);
});

const onChanged = vi.fn(async (_message: string) => {});
beforeEach(() => {
  onChanged.mockClear();
  vi.mocked(callDesk)
    .mockReset()
    .mockResolvedValue({} as never);
});

const show = (rollout: Rollout) =>
  render(
    <ConcludeContext value={onChanged}>
      <RolloutOfRelease version="1.3.0" rollout={rollout} previous="1.2.0" />
    </ConcludeContext>,
  );

it('says who gets the release, and raises the share to a higher one', async () => {
  show({ share: 5 });
  screen.getByText('5% of the installations get 1.3.0. Everybody else and the website stay with 1.2.0.');
  await press('Raise the share');
  const options = screen.getAllByRole('option').map(({ textContent }) => textContent);
  expect(options).toEqual(['20%', '50%', 'Everybody, and the website']);
  fill('Share of the installations', '50');
  giveReason('No crash for a day.');
  await press('Raise the share');
  expect(callDesk).toHaveBeenCalledExactlyOnceWith('deskChangeRollout', {
    actionId: expect.any(String),
    reason: 'No crash for a day.',
    version: '1.3.0',
    change: 50,
    seen: '5%',
  });
  expect(onChanged).toHaveBeenCalledExactlyOnceWith('The share of 1.3.0 is higher now.');
});

it('says why a rollout was halted, and resumes it', async () => {
  show({ share: 20, haltedAt: '2026-12-01T10:00:00.000Z', haltReason: 'Ten crashes in an hour.' });
  screen.getByText(
    'The rollout was halted at 20% on Dec 1, 2026, 10:00 AM UTC. Everybody is offered 1.2.0, and installations that have 1.3.0 keep it.',
  );
  screen.getByText('Ten crashes in an hour.');
  screen.getByRole('button', { name: 'Resume with a larger share' });
  await press('Resume the rollout');
  giveReason('No crash for a day.');
  await press('Resume the rollout');
  expect(callDesk).toHaveBeenCalledExactlyOnceWith(
    'deskChangeRollout',
    expect.objectContaining({ change: 'resume', seen: 'halted at 20%' }),
  );
});

it('shows the conflict when somebody else has changed the rollout', async () => {
  const message = 'The rollout of 1.3.0 has changed to halted at 5%.';
  vi.mocked(callDesk).mockRejectedValue(new ApiError('aborted', message));
  show({ share: 5 });
  await press('Halt the rollout');
  giveReason('No crash for a day.');
  await press('Halt the rollout');
  expect(onChanged).toHaveBeenCalledExactlyOnceWith(message);
});
