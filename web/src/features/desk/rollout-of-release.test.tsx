// @vitest-environment jsdom
import { act, cleanup, fireEvent, render, screen } from '@testing-library/react';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import type { Rollout } from '../../../../contract/records/release.ts';
import { ApiError } from '../../lib/api-error.ts';
import { callDesk } from './call-desk.ts';
import { RolloutOfRelease } from './rollout-of-release.tsx';
import { Conclude } from './use-reading.tsx';

vi.mock('./call-desk.ts', () => ({ callDesk: vi.fn() }));

const onChanged = vi.fn(async (_message: string) => {});
beforeEach(() => {
  onChanged.mockClear();
  vi.mocked(callDesk)
    .mockReset()
    .mockResolvedValue({} as never);
});
afterEach(cleanup);

const show = (rollout: Rollout) =>
  render(
    <Conclude value={onChanged}>
      <RolloutOfRelease version="1.3.0" rollout={rollout} previous="1.2.0" />
    </Conclude>,
  );
const click = (name: string) => act(async () => fireEvent.click(screen.getByRole('button', { name })));
const giveReason = () =>
  fireEvent.change(screen.getByLabelText('Reason'), { target: { value: 'No crash for a day.' } });

it('says who gets the release, and raises the share to a higher one', async () => {
  show({ share: 5 });
  screen.getByText('5% of the installations get 1.3.0. Everybody else and the website stay with 1.2.0.');
  await click('Raise the share');
  const options = screen.getAllByRole('option').map(({ textContent }) => textContent);
  expect(options).toEqual(['20%', '50%', 'Everybody, and the website']);
  fireEvent.change(screen.getByLabelText('Share of the installations'), { target: { value: '50' } });
  giveReason();
  await click('Raise the share');
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
  await click('Resume the rollout');
  giveReason();
  await click('Resume the rollout');
  expect(callDesk).toHaveBeenCalledExactlyOnceWith(
    'deskChangeRollout',
    expect.objectContaining({ change: 'resume', seen: 'halted at 20%' }),
  );
});

it('shows the conflict when somebody else has changed the rollout', async () => {
  const message = 'The rollout of 1.3.0 has changed to halted at 5%.';
  vi.mocked(callDesk).mockRejectedValue(new ApiError('aborted', message));
  show({ share: 5 });
  await click('Halt the rollout');
  giveReason();
  await click('Halt the rollout');
  expect(onChanged).toHaveBeenCalledExactlyOnceWith(message);
});
