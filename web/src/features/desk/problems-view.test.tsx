// @vitest-environment jsdom
import { act, cleanup, fireEvent, render, screen, within } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { ProblemsOfVersion, ProblemText } from '../../../../contract/records/problem.ts';
import { otherCrashes } from '../../../../contract/rules/problem-limits.ts';
import { ApiError } from '../../lib/api-error.ts';
import { press } from '../../lib/test-page.tsx';
import { callDesk } from './call-desk.ts';
import { ProblemsView } from './problems-view.tsx';
import { requests } from './test-desk.ts';

vi.mock('./call-desk.ts');

const crash = '5f0c7c0e2f5d4a3e';
const system = { platform: 'win-x64', systemVersion: '10.0.22631' } as const;
const problems = (version: string): ProblemsOfVersion => ({
  version,
  days: ['2026-11-27', '2026-11-28'],
  networks: [2, 5],
  crashes: [
    {
      crash,
      reports: 1200,
      ...system,
      firstAt: '2026-11-27T10:00:00.000Z',
      lastAt: '2026-11-28T10:00:00.000Z',
      frames: ['at open (main.js:1:2)'],
      solvedIn: '1.1.0',
      hasComeBack: true,
    },
    { crash: otherCrashes, reports: 1, lastAt: '2026-11-28T11:00:00.000Z', frames: [] },
  ],
  hiddenCount: 3,
});
const text: ProblemText = {
  textId: `text#${crash}#2026-11-28#1`,
  version: '1.2.0',
  ...system,
  text: 'It fails when I open a map.',
  at: '2026-11-28T10:00:00.000Z',
  email: 'ana@example.test',
};
const shown = { versions: ['1.2.0', '1.0.0'], shown: problems('1.2.0') };
const answerTo = vi.fn<(name: string, request: { version?: string }) => unknown>();

beforeEach(() => {
  vi.resetAllMocks();
  answerTo.mockImplementation((name, { version = '1.2.0' }) =>
    name === 'deskProblems'
      ? { ...shown, shown: problems(version) }
      : name === 'deskProblemTexts'
        ? { texts: [text] }
        : {},
  );
  vi.mocked(callDesk).mockImplementation((async (name: string, request: object) =>
    answerTo(name, request)) as never);
});
afterEach(cleanup);

const show = () => act(async () => void render(<ProblemsView />));
const type = (label: string, value: string) =>
  fireEvent.change(screen.getByLabelText(label, { exact: false }), { target: { value } });

describe('the view of problems', () => {
  it('shows the crashes of the highest version with a chart and its numbers', async () => {
    await show();
    expect(screen.getByRole('figure').textContent).toContain('Networks with a crash 7 in the last 2 days');
    expect(screen.getByRole('cell', { name: '5', hidden: true })).toBeTruthy();
    const [frequent, others] = screen
      .getAllByText(/^[\d,]+ reports?$/)
      .map((each) => each.closest('li') as HTMLElement);
    expect(frequent?.textContent).toMatch(/^1,200 reports, first .*solved in 1\.1\.0, and came back/);
    expect(frequent?.textContent).toContain('at open (main.js:1:2)');
    expect(others?.textContent).toContain('1 report, of other crashes');
    expect(within(others as HTMLElement).queryByRole('button', { name: 'Mark as solved' })).toBeNull();
    expect(screen.getByText('Not shown: 3 less frequent crashes.')).toBeTruthy();
  });

  it('shows another version, in which the crash has not come back', async () => {
    const [crashOfVersion, ...others] = problems('1.0.0').crashes;
    const solved = crashOfVersion ? [{ ...crashOfVersion, hasComeBack: false }, ...others] : [];
    answerTo.mockImplementation(() => ({ ...shown, shown: { ...problems('1.0.0'), crashes: solved } }));
    await show();
    await act(async () => type('Version', '1.0.0'));
    expect(screen.getAllByText(/solved in 1\.1\.0$/)).toHaveLength(1);
  });

  it('says that another version could not be loaded', async () => {
    await show();
    answerTo.mockRejectedValueOnce(new ApiError('unavailable', 'The server is asleep.'));
    await act(async () => type('Version', '1.0.0'));
    expect(screen.getByRole('alert').textContent).toBe('The server is asleep.');
  });

  it('says that nobody reported a crash, and that there is no release', async () => {
    answerTo.mockReturnValueOnce({ ...shown, shown: { ...problems('1.2.0'), crashes: [] } });
    await show();
    expect(screen.getByText('Nobody has reported a crash of 1.2.0.')).toBeTruthy();
    cleanup();
    answerTo.mockReturnValueOnce({ versions: [] });
    await show();
    expect(screen.getByText('There is no release yet.')).toBeTruthy();
  });

  it('marks a crash as solved in a version, and says so', async () => {
    await show();
    await press('Mark as solved');
    type('Solved in version', '1.3.0');
    await press('Mark as solved');
    expect(requests('deskSolveProblem')).toEqual([
      { actionId: expect.any(String), crash, solvedIn: '1.3.0', seen: '1.1.0' },
    ]);
    expect(screen.getByText('Marked as solved.')).toBeTruthy();
  });

  it('answers a text by email, and shows a conflict after loading the texts again', async () => {
    await show();
    await press('Texts about it');
    expect(screen.getByText('It fails when I open a map.')).toBeTruthy();
    await press('Answer by email');
    type('Answer', 'Use 1.2.1.');
    answerTo.mockImplementationOnce(() => {
      throw new ApiError('aborted', 'Another admin was faster.');
    });
    await press('Answer by email');
    expect(screen.getAllByText('Another admin was faster.').length).toBeGreaterThan(0);
    await press('Answer by email');
    expect(requests('deskAnswerProblem').at(-1)).toMatchObject({
      version: '1.2.0',
      textId: text.textId,
      answer: 'Use 1.2.1.',
    });
    expect(screen.getByText('Answered by email.')).toBeTruthy();
  });
});
