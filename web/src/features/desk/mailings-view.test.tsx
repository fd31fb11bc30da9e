// @vitest-environment jsdom
import { act, cleanup, fireEvent, render, screen, within } from '@testing-library/react';
import { MemoryRouter } from 'react-router-dom';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { MailingSummary } from '../../../../contract/records/mailing.ts';
import { ApiError } from '../../lib/api-error.ts';
import { callDesk } from './call-desk.ts';
import { MailingsView } from './mailings-view.tsx';

vi.mock('./call-desk.ts');

const at = '2026-11-25T10:00:00.000Z';
const draft: MailingSummary = {
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
let listed: MailingSummary[];

beforeEach(() => {
  vi.resetAllMocks();
  vi.useFakeTimers();
  vi.mocked(callDesk).mockImplementation((async (name: string) =>
    name === 'deskMailings'
      ? { mailings: listed }
      : name === 'deskCountRecipients'
        ? { count: 1234 }
        : {}) as never);
});
afterEach(() => {
  cleanup();
  vi.useRealTimers();
});

async function open(...mailings: MailingSummary[]) {
  listed = mailings;
  render(
    <MemoryRouter>
      <MailingsView />
    </MemoryRouter>,
  );
  await act(async () => {});
  return within(screen.getByRole('region', { name: 'Mailings' }));
}
async function press(name: string) {
  const button = screen.getByRole('button', { name });
  if (button.getAttribute('type') === 'submit') fireEvent.submit(button);
  else fireEvent.click(button);
  await act(async () => {});
}
const pass = (milliseconds: number) => act(() => vi.advanceTimersByTimeAsync(milliseconds));
const calls = (name: string) => vi.mocked(callDesk).mock.calls.filter(([called]) => called === name);

describe('MailingsView', () => {
  it('sends a draft after a second confirmation with the number of recipients', async () => {
    await open(draft);
    await press('Send…');
    expect(calls('deskCountRecipients')).toEqual([['deskCountRecipients', { group: 'resources' }]]);
    fireEvent.change(screen.getByLabelText('Reason'), { target: { value: 'News.' } });
    expect(calls('deskSendMailing')).toEqual([]);
    await press('Send to 1,234 people');
    expect(calls('deskSendMailing')[0]?.[1]).toMatchObject({
      slug: 'maps',
      seen: at,
      expected: 1234,
      reason: 'News.',
    });
    expect(calls('deskMailings').at(-1)?.[1]).toEqual({ status: 'sending' });
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
    const before = calls('deskMailings').length;
    await pass(60_000);
    expect(calls('deskMailings')).toHaveLength(before);

    visibility.mockReturnValue('visible');
    listed = [];
    await pass(5_000);
    await pass(60_000);
    expect(calls('deskMailings')).toHaveLength(before + 1);
  });

  it.each([
    ['sending', 'Pause', 'deskPauseMailing', 'paused'],
    ['paused', 'Resume', 'deskResumeMailing', 'sending'],
  ] as const)(
    'lets the team change a mailing that is %s, and follows it',
    async (status, label, operation, next) => {
      await open({ ...approved, status });
      await press(label);
      fireEvent.change(screen.getByLabelText('Reason'), { target: { value: 'News.' } });
      await press(label);
      expect(calls(operation)[0]?.[1]).toMatchObject({ slug: 'maps', reason: 'News.' });
      expect(calls('deskMailings').at(-1)?.[1]).toEqual({ status: next });
    },
  );

  it('links the admin who approved it, and the people who may or may not have received it', async () => {
    const part = await open({ ...approved, status: 'sent', uncertainIds: ['user-1'] });
    const targets = part.getAllByRole('link').map((link) => link.getAttribute('href'));
    expect(targets).toEqual(['/desk?person=member-1', '/desk?person=user-1']);
    expect(part.queryByRole('button', { name: 'Resume' })).toBeNull();
  });

  it('shows the preheader and the pictures of an email, and warns about one that does not load', async () => {
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
    expect(part.getByText('For your world.')).toBeTruthy();
    const [first, second] = part.getAllByRole('presentation');
    expect(first?.getAttribute('src')).toBe('/media/a.png');
    expect(part.queryByRole('alert')).toBeNull();
    fireEvent.error(second ?? expect.fail('There is one picture.'));
    expect(part.getByRole('alert').textContent).toContain('/media/b.png does not load.');
    expect(part.getAllByRole('presentation')).toHaveLength(1);
  });

  it('refuses a text that is too long, without truncating it', async () => {
    await open();
    const form = within(screen.getByRole('region', { name: 'Write a mailing' }));
    fireEvent.change(form.getByLabelText('Name'), { target: { value: 'news' } });
    fireEvent.change(form.getByLabelText('Markdown text'), { target: { value: 'a'.repeat(50_001) } });
    await press('Preview');
    expect(form.getByRole('alert').textContent).toBe('The text has 50,001 characters; the limit is 50,000.');
    expect(calls('deskPreviewMailing')).toEqual([]);
    expect(form.getByLabelText<HTMLTextAreaElement>('Markdown text').value).toHaveLength(50_001);
  });

  it('repeats a test under the same id until it is sent', async () => {
    await open(draft);
    vi.mocked(callDesk).mockRejectedValueOnce(new ApiError('unavailable', 'Try again.'));
    await press('Send a test to me');
    await press('Send a test to me');
    await press('Send a test to me');
    const [first, second, third] = calls('deskTestMailing').map(([, data]) => data);
    expect(second).toEqual(first);
    expect(third).not.toEqual(first);
  });
});
