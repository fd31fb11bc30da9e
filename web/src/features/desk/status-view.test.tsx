// @vitest-environment jsdom
import { act, cleanup, fireEvent, render, screen } from '@testing-library/react';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { ApiError } from '../../lib/api-error.ts';
import { fill, press } from '../../lib/test-page.tsx';
import { callDesk } from './call-desk.ts';
import { StatusView } from './status-view.tsx';
import { requests } from './test-desk.ts';

vi.mock('./call-desk.ts');

const at = '2026-11-28T10:00:00.000Z';
const incident = (id: string, source: string, to?: string) => ({
  id,
  components: ['email'],
  startedAt: at,
  ...(to ? { endedAt: to } : {}),
  periods: [{ source, components: ['email'], from: at, ...(to ? { to } : {}) }],
  sentences: [{ sentenceId: '1', at, text: 'Emails wait.' }],
});
const answerTo = vi.fn<(name: string, request: object) => unknown>();

beforeEach(() => {
  vi.resetAllMocks();
  answerTo.mockImplementation((name) =>
    name === 'deskStatus'
      ? {
          status: {
            checkedAt: at,
            incidents: [incident('by-team', 'team-1'), incident('by-alarm', 'ApiErrors')],
          },
        }
      : {},
  );
  vi.mocked(callDesk).mockImplementation((async (name: string, request: object) =>
    answerTo(name, request)) as never);
});
afterEach(cleanup);

const show = () => act(async () => void render(<StatusView />));

it('adds a sentence to any incident, and ends only what the team reports', async () => {
  await show();
  expect(screen.getByText(/reported by ApiErrors/)).toBeTruthy();
  expect(screen.getAllByRole('button', { name: 'End with a sentence' })).toHaveLength(1);
  await press('Add a sentence', 1);
  fill('Sentence', 'They arrive.');
  await press('Add a sentence', 1);
  expect(requests('deskUpdateIncident')).toEqual([
    { actionId: expect.any(String), incidentId: 'by-alarm', ends: false, text: 'They arrive.' },
  ]);
  expect(screen.getByText('Added the sentence.')).toBeTruthy();
});

it('reports a problem of the chosen components', async () => {
  await show();
  await press('Report a problem');
  fireEvent.click(screen.getByRole('checkbox', { name: 'Downloads and updates' }));
  fill('Sentence', 'Downloads stop.');
  await press('Report a problem');
  expect(requests('deskOpenIncident')).toEqual([
    { actionId: expect.any(String), components: ['downloads'], text: 'Downloads stop.' },
  ]);
});

it('asks for a component before it sends anything', async () => {
  await show();
  await press('Report a problem');
  fill('Sentence', 'Downloads stop.');
  await press('Report a problem');
  expect(requests('deskOpenIncident')).toEqual([]);
  expect(screen.getByText('Choose what has the problem.')).toBeTruthy();
});

it('shows a refusal', async () => {
  await show();
  await press('End with a sentence');
  fill('Sentence', 'It is over.');
  answerTo.mockImplementationOnce(() => {
    throw new ApiError('aborted', 'The team has ended it.');
  });
  await press('End with a sentence');
  expect(screen.getAllByText('The team has ended it.').length).toBeGreaterThan(0);
});

it('says that there was no check yet', async () => {
  answerTo.mockReturnValueOnce({});
  await show();
  expect(screen.getByText('The first check follows within five minutes of a deployment.')).toBeTruthy();
});
