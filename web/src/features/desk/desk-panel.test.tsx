// @vitest-environment jsdom
import { act, cleanup, render, screen } from '@testing-library/react';
import { MemoryRouter } from 'react-router-dom';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { ResponseOf } from '../../../../contract/operations/operations.ts';
import { todayKinds } from '../../../../contract/records/desk-today.ts';
import { ApiError } from '../../lib/api-error.ts';
import { downloadText } from '../../lib/download-text.ts';
import { rememberSession } from '../../lib/session.ts';
import { fill, press } from '../../lib/test-page.tsx';
import { callDesk } from './call-desk.ts';
import DeskPanel from './desk-panel.tsx';
import { giveReason, requests } from './test-desk.ts';

vi.mock('./call-desk.ts');
vi.mock('../../lib/download-text.ts');

const person: ResponseOf<'deskPerson'> = {
  userId: 'user-1',
  account: {
    email: 'ana@example.test',
    status: 'CONFIRMED',
    isEnabled: true,
    isEmailVerified: true,
    hasSecondFactor: false,
    groups: [],
    createdAt: '2025-09-01T10:00:00.000Z',
    lastChangedAt: '2025-09-01T10:00:00.000Z',
  },
  orders: [
    {
      orderId: 'cs_1',
      priceId: 'price_1',
      termsVersion: '2025-06-13',
      amountInCents: 4900,
      amountRefundedInCents: 0,
      currency: 'usd',
      status: 'paid',
      createdAt: '2025-09-03T10:00:00.000Z',
      hasLicenseFile: true,
      history: [
        { at: '2025-09-03T10:00:00.000Z', status: 'created', amountRefundedInCents: 0, cause: 'checkout' },
        { at: '2025-09-03T10:01:00.000Z', status: 'paid', amountRefundedInCents: 0, cause: 'evt_1' },
      ],
    },
  ],
  feedback: [],
  emails: [
    {
      mailId: 'mail-1',
      at: '2025-09-01T10:00:00.000Z',
      subject: 'Welcome to Lorewright',
      outcome: 'bounced',
      reportedAt: '2025-09-01T10:00:02.000Z',
      bounceType: 'Permanent',
    },
  ],
  referrals: [],
  audit: [],
  names: {},
};

const emptyDay = Object.fromEntries(todayKinds.map((kind) => [kind, { count: 0 }]));

beforeEach(() => {
  vi.resetAllMocks();
  rememberSession({ email: 'team@example.test', groups: ['admin'], endsAtMs: Date.now() + 60_000 });
  vi.mocked(callDesk).mockImplementation((async (name: string) =>
    name === 'deskFind'
      ? { people: [{ matched: 'email', userId: 'user-1', email: 'ana@example.test' }] }
      : name === 'deskPerson'
        ? person
        : name === 'deskToday'
          ? emptyDay
          : {}) as never);
});
afterEach(() => {
  cleanup();
  localStorage.clear();
});

async function open(address = '/desk') {
  render(
    <MemoryRouter initialEntries={[address]}>
      <DeskPanel />
    </MemoryRouter>,
  );
  await act(async () => {});
}

describe('DeskPanel', () => {
  it('opens the only person that a search finds', async () => {
    await open();
    fill('Find a person', 'ana@');
    await press('Find');
    expect(requests('deskFind')).toEqual([{ query: 'ana@' }]);
    expect(screen.getByRole('heading', { name: 'ana@example.test' })).toBeTruthy();
  });

  it('shows the timeline of an order with the cause of each change', async () => {
    await open('/desk?person=user-1');
    expect(screen.getByText(/created/).textContent).toContain('(checkout)');
    expect(screen.getByText(/\(evt_1\)/).textContent).toContain('Sep 3, 2025');
  });

  it('shows what an order of a person waits for', async () => {
    const [order] = person.orders;
    const dispute = { disputeId: 'du_1', reason: 'general', amountInCents: 4900, currency: 'usd' };
    const dueAt = '2025-09-10T10:00:00.000Z';
    vi.mocked(callDesk).mockResolvedValue({
      ...person,
      orders: [
        { ...order, dispute: { ...dispute, needsEvidence: true, dueAt } },
        { ...order, orderId: 'cs_2', withdrawalStatedAt: dueAt },
      ],
    } as never);
    await open('/desk?person=user-1');
    expect(screen.getByText(/needs evidence by Sep 10, 2025, 10:00 AM UTC/)).toBeTruthy();
    expect(screen.getByText(/withdrawal stated Sep 10, 2025, 10:00 AM UTC, not confirmed/)).toBeTruthy();
  });

  it('sends a license again with a reason, once for a repeated request, and reads the person again', async () => {
    await open('/desk?person=user-1');
    await press('Send the license again');
    giveReason('Lost it.');
    vi.mocked(callDesk).mockRejectedValueOnce(
      new ApiError('unavailable', 'The server could not be reached.'),
    );
    await press('Send the license again');
    expect(screen.getByRole('alert').textContent).toBe('The server could not be reached.');
    await press('Send the license again');
    const [first, second] = requests('deskMailLicense');
    expect(second).toEqual(first);
    expect(first).toMatchObject({ orderId: 'cs_1', reason: 'Lost it.' });
    expect(requests('deskPerson')).toHaveLength(2);
    expect(screen.getByText('The license was sent again.')).toBeTruthy();
  });

  it('downloads the license file of a person, with a reason', async () => {
    await open('/desk?person=user-1');
    await press('Download the license file');
    giveReason('No email arrives.');
    vi.mocked(callDesk).mockResolvedValueOnce({ licenseFile: 'header.claims.signature' } as never);
    await press('Download the license file');
    expect(requests('deskLicenseFile')[0]).toMatchObject({ orderId: 'cs_1', reason: 'No email arrives.' });
    expect(downloadText).toHaveBeenCalledExactlyOnceWith(
      'lorewright.license',
      'application/jose',
      'header.claims.signature',
    );
    expect(screen.getByText('The license file was downloaded.')).toBeTruthy();
  });

  it('gives a license, with the name of the giver if there is one', async () => {
    const user = { subscription: { status: 'none' }, unsubscriptions: [] };
    vi.mocked(callDesk).mockResolvedValue({ ...person, orders: [], user } as never);
    await open('/desk?person=user-1');
    for (const from of ['', ' Aunt May ']) {
      await press('Give a license');
      fill('From (optional)', from);
      giveReason('A prize.');
      await press('Give a license');
    }
    const sent = requests('deskGift');
    expect(sent[0]).not.toHaveProperty('from');
    expect(sent[1]).toMatchObject({ userId: 'user-1', reason: 'A prize.', from: 'Aunt May' });
  });

  it('shows the outcome of an email', async () => {
    await open('/desk?person=user-1');
    const mail = screen.getByText('Welcome to Lorewright').closest('li');
    expect(mail?.textContent).toContain('bounced for good');
  });

  it('shows the next page of the lists of a person', async () => {
    const feedback = { userId: 'user-1', type: 'An idea', timestamp: '2025-09-03T10:00:00.000Z' };
    const page = (content: string) => ({
      ...person,
      feedback: [{ ...feedback, feedbackId: content, content }],
    });
    vi.mocked(callDesk).mockImplementation((async (_: string, { cursor }: { cursor?: string }) =>
      cursor === 'second'
        ? { ...page('More lakes.'), orders: [], emails: [] }
        : { ...page('More islands.'), next: 'second' }) as never);
    await open('/desk?person=user-1');
    expect(screen.queryByText('More lakes.')).toBeNull();
    await press('Show more');
    expect(screen.getByText('More islands.')).toBeTruthy();
    expect(screen.getByText('More lakes.')).toBeTruthy();
    expect(screen.queryByRole('button', { name: 'Show more' })).toBeNull();
  });

  it('shows feedback of a reader of the manual, who cannot get an answer', async () => {
    const item = { feedbackId: 'f-1', type: 'The manual', content: 'No scale.', comments: [], state: 'open' };
    const manual = { page: 'map', isClear: false };
    const timestamp = '2025-09-03T10:00:00.000Z';
    vi.mocked(callDesk).mockResolvedValue({ feedback: [{ ...item, timestamp, manual }] } as never);
    await open('/desk?view=feedback');
    expect(screen.getByText('No scale.').closest('li')?.textContent).toContain('not clear: map');
    expect(screen.getByRole('link', { name: 'map' }).getAttribute('href')).toBe('/manual/map');
    expect(screen.getByRole('button', { name: 'Mark as done' })).toBeTruthy();
    expect(screen.queryByRole('button', { name: 'Answer by email' })).toBeNull();
  });

  it('adds a note', async () => {
    await open('/desk?person=user-1');
    fill('Note', 'Prefers emails in the evening.');
    await press('Add note');
    expect(requests('deskNote')[0]).toMatchObject({
      userId: 'user-1',
      note: 'Prefers emails in the evening.',
    });
  });

  it('shows the instructions for the missing second factor and for an old sign-in', async () => {
    vi.mocked(callDesk).mockRejectedValue(
      new ApiError('permission-denied', 'The desk needs an authenticator app on your account.'),
    );
    await open('/desk?person=user-1');
    expect(screen.getByRole('alert').textContent).toMatch(/^The desk needs an authenticator app/);
  });

  it('is shown only to the team', async () => {
    rememberSession({ email: 'ana@example.test', groups: ['paid'], endsAtMs: Date.now() + 60_000 });
    await open();
    expect(screen.queryByLabelText('Find a person')).toBeNull();
    expect(callDesk).not.toHaveBeenCalled();
  });
});
