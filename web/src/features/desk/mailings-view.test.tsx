// @vitest-environment jsdom
import { act, cleanup, fireEvent, render, screen, within } from '@testing-library/react';
import { MemoryRouter } from 'react-router-dom';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { ListedMailing } from '../../../../contract/records/mailing.ts';
import { ApiError } from '../../lib/api-error.ts';
import { press } from '../../lib/test-page.tsx';
import { callDesk } from './call-desk.ts';
import { MailingsView } from './mailings-view.tsx';
import { giveReason, requests } from './test-desk.ts';

vi.mock('./call-desk.ts');
// jsdom draws no pictures.
vi.mock('./draw-widths.ts', () => ({ drawWidths: async () => [], base64Of: vi.fn() }));

const at = '2026-11-25T10:00:00.000Z';
const draft: ListedMailing = {
  slug: 'maps',
  group: 'resources',
  subject: 'Maps',
  status: 'draft',
  createdAt: at,
  updatedAt: at,
  sent: 0,
  skipped: 0,
  bounced: 0,
  complained: 0,
  uncertainIds: [],
};
const approved = { ...draft, approvedBy: 'member-1', approvedAt: at, expected: 1234 };
let listed: ListedMailing[];
let subscribers: number;

beforeEach(() => {
  vi.resetAllMocks();
  vi.useFakeTimers({ now: new Date('2099-11-01') });
  subscribers = 1234;
  vi.mocked(callDesk).mockImplementation((async (name: string) =>
    name === 'deskMailings'
      ? { mailings: listed }
      : name === 'deskCountRecipients'
        ? { count: subscribers }
        : {}) as never);
});
afterEach(() => {
  cleanup();
  vi.useRealTimers();
});

async function open(...mailings: ListedMailing[]) {
  listed = mailings;
  render(
    <MemoryRouter>
      <MailingsView />
    </MemoryRouter>,
  );
  await act(async () => {});
  return within(screen.getByRole('region', { name: 'Mailings' }));
}
const pass = (milliseconds: number) => act(() => vi.advanceTimersByTimeAsync(milliseconds));

describe('MailingsView', () => {
  it('sends a draft after a second confirmation with the number of recipients', async () => {
    await open(draft);
    await press('Send…');
    expect(requests('deskCountRecipients')).toEqual([{ group: 'resources' }]);
    giveReason('News.');
    expect(requests('deskSendMailing')).toEqual([]);
    await press('Send to 1,234 people');
    expect(requests('deskSendMailing')[0]).toMatchObject({
      slug: 'maps',
      seen: at,
      expected: 1234,
      reason: 'News.',
    });
    expect(requests('deskMailings').at(-1)).toEqual({ status: 'sending' });
  });

  it('names the audience of a draft, and counts only its recipients', async () => {
    subscribers = 0;
    const part = await open({ ...draft, audience: 'unlicensed' });
    expect(part.getByText(/only for people without a license,$/)).toBeTruthy();
    await press('Send…');
    expect(requests('deskCountRecipients')).toEqual([{ group: 'resources', audience: 'unlicensed' }]);
    expect(part.getByRole('alert').textContent).toMatch(/^Nobody without a license receives emails about/);
  });

  it('names no audience of a draft for everybody, and the site as the one who scheduled a mailing', async () => {
    const part = await open({ ...approved, status: 'sent', approvedBy: 'site' });
    expect(part.queryByText(/only for people/)).toBeNull();
    expect(part.getByText('by the site.')).toBeTruthy();
  });

  it('offers no form for sending to nobody', async () => {
    subscribers = 0;
    const part = await open(draft);
    await press('Send…');
    expect(part.getByRole('alert').textContent).toBe(
      'Nobody receives emails about resources, so there is nobody to send the mailing to.',
    );
    expect(screen.queryByLabelText('Reason')).toBeNull();
  });

  it('discards a draft without a reason', async () => {
    await open(draft);
    await press('Discard');
    expect(screen.queryByLabelText('Reason')).toBeNull();
    expect(document.activeElement?.textContent).toBe(
      'The draft disappears from this list. Nobody receives it.',
    );
    await press('Discard');
    expect(requests('deskDiscardMailing')[0]).toEqual({
      actionId: expect.any(String),
      slug: 'maps',
      seen: at,
    });
  });

  it('sends a test to another admin', async () => {
    const part = await open(draft);
    await press('Send a test to another admin');
    fireEvent.change(part.getByLabelText('Address of the admin'), { target: { value: 'bea@example.test' } });
    await press('Send a test to another admin');
    expect(requests('deskTestMailing')[0]).toMatchObject({ slug: 'maps', to: 'bea@example.test' });
    expect(part.getByText('The test was sent.')).toBeTruthy();
  });

  it('schedules a draft for a time with a time zone, and follows it', async () => {
    const part = await open(draft);
    await press('Schedule…');
    fireEvent.change(part.getByLabelText(/^Send at/), { target: { value: '2099-12-01T09:30' } });
    fireEvent.change(part.getByLabelText('Time zone'), { target: { value: 'Europe/Berlin' } });
    fireEvent.change(part.getByLabelText('Reason'), { target: { value: 'News.' } });
    await press('Schedule');
    expect(requests('deskScheduleMailing')[0]).toMatchObject({
      slug: 'maps',
      seen: at,
      time: { at: '2099-12-01T08:30:00.000Z', timeZone: 'Europe/Berlin' },
      reason: 'News.',
    });
    expect(requests('deskMailings').at(-1)).toEqual({ status: 'scheduled' });
    expect(part.getByRole('status').textContent).toContain('(Europe/Berlin)');
  });

  it('cancels the schedule of a mailing', async () => {
    const schedule = { at: '2099-12-01T08:30:00.000Z', timeZone: 'Europe/Berlin', by: 'member-1' };
    await open({ ...draft, status: 'scheduled', schedule });
    await press('Cancel the schedule');
    expect(requests('deskUnscheduleMailing')[0]).toMatchObject({ slug: 'maps', seen: at });
    expect(requests('deskMailings').at(-1)).toEqual({ status: 'draft' });
  });

  it('reads the list again when a colleague was faster than a canceled schedule', async () => {
    const schedule = { at: '2099-12-01T08:30:00.000Z', timeZone: 'Europe/Berlin', by: 'member-1' };
    const part = await open({ ...draft, status: 'scheduled', schedule });
    vi.mocked(callDesk).mockRejectedValueOnce(new ApiError('aborted', 'A colleague has changed it.'));
    await press('Cancel the schedule');
    expect(part.getByRole('status').textContent).toBe('A colleague has changed it.');
    expect(requests('deskMailings')).toHaveLength(2);
  });

  it('opens no form when the recipients cannot be counted', async () => {
    const part = await open(draft);
    vi.mocked(callDesk).mockRejectedValueOnce(new ApiError('unavailable', 'Try again.'));
    await press('Send…');
    expect(part.getByRole('alert').textContent).toBe('Try again.');
    expect(screen.queryByLabelText('Reason')).toBeNull();
  });

  it('reads the list again while a mailing is being sent and the page is visible', async () => {
    const part = await open({ ...approved, status: 'sending', sent: 10 });
    expect(part.getByText(/Sent to 10 of 1,234 people/)).toBeTruthy();
    listed = [{ ...approved, status: 'sending', sent: 60 }];
    await pass(5_000);
    expect(part.getByText(/Sent to 60 of 1,234 people/)).toBeTruthy();

    const visibility = vi.spyOn(document, 'visibilityState', 'get').mockReturnValue('hidden');
    const before = requests('deskMailings').length;
    await pass(60_000);
    expect(requests('deskMailings')).toHaveLength(before);

    visibility.mockReturnValue('visible');
    listed = [];
    await pass(5_000);
    await pass(60_000);
    expect(requests('deskMailings')).toHaveLength(before + 1);
  });

  it.each([
    ['sending', 'Pause', 'deskPauseMailing', 'paused'],
    ['paused', 'Resume', 'deskResumeMailing', 'sending'],
  ] as const)(
    'lets the team change a mailing that is %s, and follows it',
    async (status, label, operation, next) => {
      await open({ ...approved, status });
      await press(label);
      giveReason('News.');
      await press(label);
      expect(requests(operation)[0]).toMatchObject({ slug: 'maps', reason: 'News.' });
      expect(requests('deskMailings').at(-1)).toEqual({ status: next });
    },
  );

  it('links the admin who approved it, and the people who may or may not have received it', async () => {
    const part = await open({ ...approved, status: 'sent', uncertainIds: ['user-1'] });
    const uncertain = [{ userId: 'user-1', email: 'reader@example.test' }, { userId: 'user-2' }];
    vi.mocked(callDesk).mockResolvedValueOnce({ uncertain } as never);
    const details = part.getByText('People who may or may not have received it').closest('details');
    if (details) details.open = true;
    await act(async () => details?.dispatchEvent(new Event('toggle')));
    const links = part.getAllByRole('link');
    expect(links.map((link) => link.getAttribute('href'))).toEqual([
      '/desk?person=member-1',
      '/desk?person=user-1',
      '/desk?person=user-2',
    ]);
    expect(links.map(({ textContent }) => textContent).slice(1)).toEqual([
      'reader@example.test',
      'user-2, a deleted account',
    ]);
    expect(part.queryByRole('button', { name: 'Resume' })).toBeNull();
  });

  it('shows the subject, the preheader and the pictures of an email, and warns about one that does not load', async () => {
    const part = await open(draft);
    const email = {
      subject: 'Maps',
      preheader: 'For your world.',
      text: 'Hello.',
      html: '',
      pictures: ['/media/a.png', '/media/b.png'],
    };
    vi.mocked(callDesk).mockResolvedValueOnce({ mailing: draft, email } as never);
    await press('Show and edit');
    const values = part.getAllByRole('definition').map(({ textContent }) => textContent);
    expect(values).toEqual(expect.arrayContaining(['Maps', 'For your world.']));
    const [first, second] = part.getAllByRole('presentation');
    expect(first?.getAttribute('src')).toBe('/media/a.png');
    expect(part.queryByRole('alert')).toBeNull();
    fireEvent.error(second ?? expect.fail('There is one picture.'));
    expect(part.getByRole('alert').textContent).toContain('/media/b.png does not load.');
    expect(part.getAllByRole('presentation')).toHaveLength(1);
  });

  it('stores a previewed text once, under the same id after a failure, and empties the form', async () => {
    await open();
    const form = within(screen.getByRole('region', { name: 'Write a mailing' }));
    const [name, text] = [form.getByLabelText<HTMLInputElement>('Name'), 'Markdown text'];
    await press('Add a picture');
    fireEvent.change(form.getByLabelText('A picture'), { target: { files: [new File([''], 'map.png')] } });
    fireEvent.change(form.getByLabelText(/^What it shows/), { target: { value: 'A map' } });
    await press('Upload and insert');
    expect(form.getByRole('status').textContent).toBe('The picture is in the text.');
    fireEvent.change(name, { target: { value: 'news' } });
    fireEvent.change(form.getByLabelText(text), { target: { value: 'News.' } });
    const email = { subject: 'News', preheader: '', text: 'News.', html: '', pictures: [] };
    vi.mocked(callDesk).mockResolvedValueOnce(email as never);
    await press('Preview');
    vi.mocked(callDesk).mockRejectedValueOnce(new ApiError('unavailable', 'Try again.'));
    await press('Store as a draft');
    expect(form.getByRole('alert').textContent).toBe('Try again.');
    await press('Store as a draft');
    const [first, second] = requests('deskStoreMailing');
    expect(first).toEqual({ actionId: expect.any(String), slug: 'news', text: 'News.' });
    expect(second).toEqual(first);
    expect(name.value).toBe('');
    expect(form.getByRole('status').textContent).toBe('');
    expect(screen.getByText('“News” is stored as a draft.')).toBeTruthy();
  });

  it('refuses a text that is too long, without truncating it', async () => {
    await open();
    const form = within(screen.getByRole('region', { name: 'Write a mailing' }));
    fireEvent.change(form.getByLabelText('Name'), { target: { value: 'news' } });
    fireEvent.change(form.getByLabelText('Markdown text'), { target: { value: 'a'.repeat(50_001) } });
    await press('Preview');
    expect(form.getByRole('alert').textContent).toBe('The text has 50,001 characters; the limit is 50,000.');
    expect(requests('deskPreviewMailing')).toEqual([]);
    expect(form.getByLabelText<HTMLTextAreaElement>('Markdown text').value).toHaveLength(50_001);
  });

  it('repeats a test under the same id until it is sent', async () => {
    await open(draft);
    vi.mocked(callDesk).mockRejectedValueOnce(new ApiError('unavailable', 'Try again.'));
    await press('Send a test to me');
    await press('Send a test to me');
    await press('Send a test to me');
    const [first, second, third] = requests('deskTestMailing');
    expect(second).toEqual(first);
    expect(third).not.toEqual(first);
  });
});
