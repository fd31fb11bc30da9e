// @vitest-environment jsdom
import { act, cleanup, render, screen, within } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { SiteStatus } from '../../../../contract/records/site-status.ts';
import { logQuietly } from '../../lib/log-quietly.ts';
import StatusBoard from './status-board.tsx';

vi.mock('../../lib/log-quietly.ts');

const now = Date.parse('2026-11-28T12:00:00Z');
const ago = (minutes: number) => new Date(now - minutes * 60_000).toISOString();
const allGood: SiteStatus = {
  checkedAt: ago(3),
  watchedSince: ago(100 * 1440),
  components: {
    pages: 'noReports',
    signIn: 'noReports',
    checkout: 'noReports',
    downloads: 'noReports',
    email: 'noReports',
  },
  incidents: [],
  unwatched: [],
};
const period = { source: 'ApiErrors', components: ['checkout' as const] };
const answer = vi.fn<() => Response>();
const respond = (body: unknown, headers: Record<string, string> = {}) =>
  answer.mockImplementation(
    () => new Response(typeof body === 'string' ? body : JSON.stringify(body), { headers }),
  );

beforeEach(() => {
  vi.useFakeTimers({ now });
  vi.stubGlobal('fetch', async () => answer());
  vi.mocked(logQuietly).mockReset();
});
afterEach(() => {
  cleanup();
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

const show = () => act(async () => void render(<StatusBoard file="/status.json" />));
const waitMinutes = (minutes: number) => act(() => vi.advanceTimersByTimeAsync(minutes * 60_000));
const headline = () => screen.getByRole('status').textContent;

describe('the status', () => {
  it('says that no problems are reported, and never that everything works', async () => {
    respond(allGood);
    await show();
    expect(headline()).toBe('No problems reported');
    expect(document.body.textContent).toContain('Last check 3 minutes ago');
    expect(document.body.textContent).toContain('None in the last 90 days.');
    expect(document.body.textContent).not.toMatch(/operational|everything works|all systems/i);
  });

  it('names the components without data before saying that no problems are reported', async () => {
    respond({ ...allGood, components: { ...allGood.components, email: 'noData' }, watchedSince: ago(5) });
    await show();
    expect(headline()).toBe('No data about: Email');
    expect(screen.getAllByText('No data for a whole day yet')).toHaveLength(5);
    expect(screen.getByText(/^None since the first check on /)).toBeTruthy();
  });

  it('shows an open incident with its sentences and times in both zones, above the past ones', async () => {
    const incidents: SiteStatus['incidents'] = [
      {
        id: 'open-one',
        components: ['checkout'],
        startedAt: ago(90),
        periods: [{ ...period, from: ago(90) }],
        sentences: [{ sentenceId: '1', at: ago(60), text: 'We <b>repair</b> it.' }],
      },
      {
        id: 'past-one',
        components: ['checkout'],
        startedAt: ago(3000),
        endedAt: ago(2980),
        periods: [{ ...period, from: ago(3000), to: ago(2980) }],
        sentences: [],
      },
    ];
    respond({ ...allGood, components: { ...allGood.components, checkout: 'problem' }, incidents });
    await show();
    expect(headline()).toBe('Problem with: Checkout');
    const open = within(document.getElementById('open-one') as HTMLElement);
    expect(open.getByText('We <b>repair</b> it.')).toBeTruthy();
    expect(open.getByText(', for 1 hour 30 minutes so far')).toBeTruthy();
    expect(document.getElementById('open-one')?.textContent).toMatch(/Nov 28, 10:30 UTC|10:30 AM UTC/);
    expect(document.getElementById('past-one')?.textContent).toContain(', 20 minutes');
    expect(document.body.textContent).toContain('Problems on 2 days, 1 hour 47 minutes in all');
  });

  it('is unsure about everything when the last check is old, by the clock of the server', async () => {
    respond(allGood, { date: new Date(now + 10 * 60_000).toUTCString(), age: '300' });
    await show();
    expect(headline()).toBe('We are not sure right now');
    expect(screen.getAllByText('Not sure')).toHaveLength(5);
    cleanup();
    // The clock of the visitor is a year ahead.
    vi.setSystemTime(now + 365 * 86_400_000);
    respond(allGood, { date: new Date(now).toUTCString() });
    await show();
    expect(headline()).toBe('No problems reported');
  });

  it('grows old while it cannot be read again, and recovers', async () => {
    respond(allGood);
    await show();
    answer.mockImplementation(() => {
      throw new TypeError('offline');
    });
    await waitMinutes(13);
    expect(headline()).toBe('We are not sure right now');
    respond({ ...allGood, checkedAt: new Date(now + 13 * 60_000).toISOString() });
    await waitMinutes(1);
    expect(headline()).toBe('No problems reported');
  });

  it.each([
    ['missing', '<!doctype html>'],
    ['of another format', { status: 'ok' }],
    ['empty', ''],
  ])('says that it does not know when the file is %s, and tries again', async (_, body) => {
    respond(body);
    await show();
    expect(screen.getByRole('alert').textContent).toContain('so we do not know');
    expect(logQuietly).toHaveBeenCalled();
    respond(allGood);
    await waitMinutes(1);
    expect(headline()).toBe('No problems reported');
  });
});
