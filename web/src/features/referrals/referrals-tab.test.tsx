// @vitest-environment jsdom
import { cleanup, fireEvent, render, screen, within } from '@testing-library/react';
import { MemoryRouter } from 'react-router-dom';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { ApiError } from '../../lib/api-error.ts';
import { callApi } from '../../lib/call-api.ts';
import { ReferralsTab } from './referrals-tab.tsx';

vi.mock('../../lib/call-api.ts');

const nothing = { impressions: 0, signUps: 0, licenses: 0 };
const empty = ['2026-09', '2026-10', '2026-11'].map((month) => ({ month, ...nothing }));
const busy = [
  { month: '2026-09', ...nothing },
  { month: '2026-10', impressions: 4000, signUps: 3, licenses: 1 },
  { month: '2026-11', impressions: 2, signUps: 0, licenses: 1 },
];

function show(months: typeof empty) {
  vi.mocked(callApi).mockResolvedValue({ code: 'abcd2345', months } as never);
  return render(<ReferralsTab />, { wrapper: MemoryRouter });
}

const rows = () =>
  within(screen.getByRole('table'))
    .getAllByRole('row')
    .map(({ children }) => [...children].map(({ textContent }) => textContent));

beforeEach(() => {
  vi.resetAllMocks();
});

afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

it('explains the counts, in a table with the sums', async () => {
  show(busy);
  await screen.findByRole('table', { name: 'Visits and purchases through your link, by month' });
  expect(callApi).toHaveBeenCalledExactlyOnceWith('myReferrals');
  expect(rows()).toEqual([
    ['Month', 'Impressions', 'Sign-ups', 'Licenses'],
    ['Sep 2026', '0', '0', '0'],
    ['Oct 2026', '4,000', '3', '1'],
    ['Nov 2026', '2', '0', '1'],
    ['Total', '4,002', '3', '2'],
  ]);
});

it('draws each count on its own scale, without styles that the site’s policy refuses', async () => {
  const { container } = show(busy);
  await screen.findByRole('table');
  const bars = [...container.querySelectorAll('svg path:first-child')].map((path) => path.getAttribute('d'));
  expect(bars).toEqual([
    'M20 59v-54h13v54zM40 59v-2h13v2z',
    'M20 59v-54h13v54z',
    'M20 59v-54h13v54zM40 59v-54h13v54z',
  ]);
  expect(container.innerHTML).not.toContain('style=');
  const captions = screen
    .getAllByRole('figure')
    .map((figure) => figure.querySelector('figcaption')?.textContent);
  expect(captions).toEqual([
    'Impressions 4,002 in the last 3 months',
    'Sign-ups 3 in the last 3 months',
    'Licenses 2 in the last 3 months',
  ]);
});

it('shows and copies the link with the page’s own address', async () => {
  const writeText = vi.fn(async () => {});
  vi.stubGlobal('navigator', { clipboard: { writeText } });
  show(empty);
  const link = `${window.location.origin}/?ref=abcd2345`;
  expect(await screen.findByText(link)).toBeTruthy();
  fireEvent.click(screen.getByRole('button', { name: 'Copy your link' }));
  expect(await screen.findByText('Copied')).toBeTruthy();
  expect(writeText).toHaveBeenCalledWith(link);
});

it('shows an invitation instead of a table of zeros', async () => {
  show(empty);
  expect(await screen.findByText(/^Nobody has used your link in the last twelve months/)).toBeTruthy();
  expect(screen.queryByRole('table')).toBeNull();
});

it('reports that loading failed, and retries', async () => {
  vi.mocked(callApi).mockRejectedValueOnce(new ApiError('unavailable', 'The server is asleep.'));
  render(<ReferralsTab />, { wrapper: MemoryRouter });
  expect(screen.getByRole('status').textContent).toContain('Loading your referrals');
  expect((await screen.findByRole('alert')).textContent).toBe('The server is asleep.');
  vi.mocked(callApi).mockResolvedValue({ code: 'abcd2345', months: busy } as never);
  const again = screen.getByRole('button', { name: 'Try again' });
  again.focus();
  fireEvent.click(again);
  const table = await screen.findByRole('table');
  expect(document.activeElement).not.toBe(document.body);
  expect(document.activeElement?.contains(table)).toBe(true);
});
