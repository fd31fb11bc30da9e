// @vitest-environment jsdom
import { act, cleanup, render, screen } from '@testing-library/react';
import { MemoryRouter } from 'react-router-dom';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { type DeskToday, type TodayKind, todayKinds } from '../../../../contract/records/desk-today.ts';
import { callDesk } from './call-desk.ts';
import { TodayView } from './today-view.tsx';

vi.mock('./call-desk.ts');

afterEach(() => {
  cleanup();
  vi.useRealTimers();
});

async function show(change: Partial<DeskToday>) {
  const empty = Object.fromEntries(todayKinds.map((kind) => [kind, { count: 0 }]));
  vi.mocked(callDesk).mockResolvedValue({ ...empty, ...change } as never);
  render(
    <MemoryRouter>
      <TodayView />
    </MemoryRouter>,
  );
  await act(async () => {});
}
const items = () => screen.queryAllByRole('listitem').map(({ textContent }) => textContent);

describe('TodayView', () => {
  it('wishes a good day when nothing is due, and still finds people', async () => {
    await show({});
    expect(screen.getByText('Nothing is due. Have a good day.')).toBeTruthy();
    expect(screen.getByLabelText('Find a person')).toBeTruthy();
    expect(items()).toEqual([]);
  });

  it.each([
    ['disputes', '/desk?view=orders&state=disputeOpen'],
    ['failedRefunds', '/desk?view=orders&state=refundFailed'],
    ['withdrawals', '/desk?view=orders&state=withdrawalStated'],
    ['feedback', '/desk?view=feedback'],
    ['mailings', '/desk?view=mailings'],
    ['articles', '/desk?view=articles&status=draft'],
    ['deadLetters', '/desk?view=overview'],
    ['alarms', '/desk?view=overview'],
    ['incidents', '/desk?view=status'],
  ] satisfies [TodayKind, string][])('shows only %s, with the list', async (kind, address) => {
    await show({ [kind]: { count: 1 } });
    expect(items()).toHaveLength(1);
    expect(screen.getByRole('link').getAttribute('href')).toBe(address);
  });

  it('says when there are more than were counted', async () => {
    await show({ feedback: { count: 100, isMore: true } });
    expect(screen.getByRole('heading', { level: 3 }).textContent).toBe('100+ open feedback messages');
  });

  it.each([
    [1, '1 open feedback message'],
    [2, '2 open feedback messages'],
  ])('has the count %d in the heading', async (count, heading) => {
    await show({ feedback: { count } });
    expect(screen.getByRole('heading', { level: 3, name: heading })).toBeTruthy();
  });

  it.each([
    ['2026-12-03T10:00:00.000Z', 'Send the evidence in Stripe by Dec 3, 2026, 10:00 AM UTC.'],
    ['2026-12-01T10:00:00.000Z', 'The first deadline, Dec 1, 2026, 10:00 AM UTC, has passed.'],
  ])('shows the deadline %s of a dispute', async (dueAt, text) => {
    vi.useFakeTimers({ now: Date.parse('2026-12-02T00:00:00.000Z'), toFake: ['Date'] });
    await show({ disputes: { count: 2, dueAt } });
    expect(items()).toEqual([expect.stringContaining(text)]);
  });

  it('links to the people whose second factor can be turned off, and to those who wait', async () => {
    vi.useFakeTimers({ now: Date.parse('2026-12-02T00:00:00.000Z'), toFake: ['Date'] });
    const reset = (userId: string, day: string) => ({
      userId,
      email: `${userId}@example.test`,
      dueAt: `2026-12-${day}T00:00:00.000Z`,
      expiresAt: '2026-12-08T00:00:00.000Z',
    });
    await show({ factorResets: { count: 1, resets: [reset('ana', '02'), reset('ben', '03')] } });
    expect(items().slice(1)).toEqual([
      'ana@example.test: can be turned off until Dec 8, 2026, 12:00 AM UTC',
      'ben@example.test: can be turned off from Dec 3, 2026, 12:00 AM UTC',
    ]);
    expect(screen.getAllByRole('link')[0]?.getAttribute('href')).toBe('/desk?person=ana');
  });

  it('shows a request that is not due as nothing to do yet', async () => {
    const soon = new Date(Date.now() + 60_000).toISOString();
    const resets = [{ userId: 'ana', email: 'ana@example.test', dueAt: soon, expiresAt: soon }];
    await show({ factorResets: { count: 0, resets } });
    expect(items()[0]).toContain('Nothing to do yet');
  });

  it('says which kind could not be read, and shows the rest', async () => {
    await show({ alarms: null, articles: { count: 2 } });
    expect(items()).toEqual([
      expect.stringMatching(/^2 drafts of articles/),
      '? active alarmsThis could not be read. Load the page again in a minute.',
    ]);
  });
});
