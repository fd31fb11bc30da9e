import { beforeEach, describe, expect, it, vi } from 'vitest';
import type { MailOutcome } from '../../../contract/records/logged-mail.ts';
import { AppError } from '../../platform/app-error.ts';
import type { EntryOutcome } from './bulk-sender.ts';
import { type MailingDependencies, pauseReasonOf, sendMailing } from './send-mailing.ts';
import type { BatchResult, StoredMailing } from './stored-mailing.ts';
import { accountOf, readers, recordingRecipients } from './test-recipients.ts';

const accounts = [accountOf('ana'), accountOf('bea'), accountOf('cleo', false)];

let mailing: StoredMailing;
let outcomes: EntryOutcome[];
let advanced: BatchResult[];
let positions: (string | undefined)[];
const earlier = new Map<string, MailOutcome>();
const page = vi.fn<MailingDependencies['subscribers']['page']>();
const changed = { recipients: [] as string[] };
const publishNewsletter = vi.fn<MailingDependencies['publishNewsletter']>();
const findProblem = vi.fn<MailingDependencies['findProblem']>();
const problems: (string | undefined)[] = [];
const onPause = vi.fn();
const wait = vi.fn<MailingDependencies['wait']>();
const send = vi.fn<MailingDependencies['send']>();
const quota = { perSecond: 100, left: 1000 };

function dependencies(changes: Partial<MailingDependencies> = {}): MailingDependencies {
  return {
    mailings: {
      find: async () => ({ ...mailing }),
      advance: async (_, result, next) => {
        advanced.push(result);
        positions.push(next);
        if (next === undefined) mailing = { ...mailing, status: 'sent' };
        return true;
      },
      pauseNow: async (_slug, _reason, problem) => {
        if (mailing.status !== 'sending') return false;
        problems.push(problem);
        mailing = { ...mailing, status: 'paused' };
        return true;
      },
    },
    subscribers: { page },
    recipients: { ...recordingRecipients(earlier, changed.recipients), claim: async () => {} },
    send,
    readQuota: async () => ({ ...quota }),
    publishNewsletter,
    findProblem,
    tokensOf: async () => ({ group: 'g', all: 'a' }),
    siteUrl: 'https://site.test',
    onPause,
    hasTime: () => true,
    now: () => new Date('2026-12-01T10:00:00Z'),
    wait,
    ...changes,
  };
}

beforeEach(() => {
  vi.resetAllMocks();
  publishNewsletter.mockResolvedValue();
  outcomes = ['sent', 'sent'];
  advanced = [];
  problems.length = 0;
  positions = [];
  earlier.clear();
  page.mockResolvedValue({ accounts, next: undefined });
  changed.recipients = [];
  send.mockImplementation(async (_, recipients) => recipients.map(() => outcomes.shift() ?? 'sent'));
  mailing = {
    slug: 'spring',
    group: 'updates',
    subject: 'News',
    status: 'sending',
    text: '---\ngroup: updates\nsubject: News\npreheader: New\n---\n\nHello.\n',
    createdAt: '2026-12-01T09:00:00.000Z',
    updatedAt: '2026-12-01T09:00:00.000Z',
    sent: 0,
    skipped: 0,
    bounced: 0,
    complained: 0,
    uncertainIds: [],
  };
});

describe('sendMailing', () => {
  it('sends to subscribed accounts and counts all of them', async () => {
    expect(await sendMailing(dependencies(), 'spring')).toBe('ended');
    expect(send.mock.calls[0]?.[1].map(({ email }) => email)).toEqual([
      'ana@example.test',
      'bea@example.test',
    ]);
    expect(changed.recipients).toEqual(['confirm ana', 'confirm bea']);
    expect(advanced).toEqual([{ sent: 2, skipped: 1, uncertainIds: [] }]);
  });

  it('reads the recipients that the text names', async () => {
    mailing = { ...mailing, text: mailing.text.replace('subject', 'audience: unlicensed\nsubject') };
    await sendMailing(dependencies(), 'spring');
    expect(page.mock.lastCall?.[0]).toMatchObject({ group: 'updates', audience: 'unlicensed' });
  });

  it('sends to the voters at the time of the approval, however often it is resumed', async () => {
    const fields = 'group: feedback\nsubject: News\npreheader: New\naudience: voters of marketplace';
    const approvedAt = '2026-12-01T10:00:00.000Z';
    mailing = { ...mailing, approvedAt, text: `---\n${fields}\n---\n\nHello.\n` };
    await sendMailing(dependencies(), 'roadmap-marketplace');
    expect(page.mock.lastCall?.[0]).toMatchObject({ audience: 'voters of marketplace', approvedAt });
  });

  it('reads the accounts again before it retries delayed emails', async () => {
    outcomes = ['delayed', 'sent', 'sent'];
    earlier.set('bea', 'sent');
    await sendMailing(dependencies(), 'spring');
    expect(send).toHaveBeenCalledTimes(2);
    expect(page).toHaveBeenCalledTimes(2);
    expect(changed.recipients).toEqual(['release ana', 'confirm ana']);
    expect(advanced).toEqual([{ sent: 2, skipped: 1, uncertainIds: [] }]);
  });

  it('waits and releases the entries when SES keeps delaying', async () => {
    outcomes = Array.from<EntryOutcome>({ length: 8 }).fill('delayed');
    expect(await sendMailing(dependencies(), 'spring')).toBe('waiting');
    expect(send).toHaveBeenCalledTimes(4);
    expect(new Set(changed.recipients)).toEqual(new Set(['release ana', 'release bea']));
    expect(advanced).toEqual([]);
  });

  it('skips a person to whom SES cannot send, after four attempts', async () => {
    outcomes = ['unsent', 'unsent', 'unsent', 'unsent'];
    earlier.set('bea', 'sent');
    await sendMailing(dependencies(), 'spring');
    expect(changed.recipients).toEqual(['release ana', 'release ana', 'release ana', 'refuse ana']);
    expect(advanced).toEqual([{ sent: 1, skipped: 2, uncertainIds: [] }]);
  });

  it('pauses without losing anybody when SES refuses many people at once', async () => {
    page.mockResolvedValue({ accounts: readers(8), next: undefined });
    outcomes = ['refused', 'refused', 'refused', 'refused', 'refused', 'sent', 'sent', 'sent'];
    await sendMailing(dependencies(), 'spring');
    expect(changed.recipients.filter((change) => change.startsWith('release'))).toHaveLength(5);
    expect(advanced).toEqual([]);
    expect(onPause).toHaveBeenCalledExactlyOnceWith('spring', 'refused');
  });

  it('skips a person whose address SES refuses', async () => {
    outcomes = ['refused', 'sent'];
    await sendMailing(dependencies(), 'spring');
    expect(changed.recipients).toEqual(['refuse ana', 'confirm bea']);
    expect(advanced).toEqual([{ sent: 1, skipped: 2, uncertainIds: [] }]);
  });

  it('pauses without losing anybody when SES refuses to send', async () => {
    outcomes = ['stopped', 'stopped'];
    expect(await sendMailing(dependencies(), 'spring')).toBe('ended');
    expect(changed.recipients).toEqual(['release ana', 'release bea']);
    expect(advanced).toEqual([]);
    expect(onPause).toHaveBeenCalledExactlyOnceWith('spring', 'refused');
  });

  it('counts a batch without an answer as uncertain, and pauses before it ends', async () => {
    outcomes = ['uncertain', 'uncertain'];
    await sendMailing(dependencies(), 'spring');
    expect(advanced).toEqual([{ sent: 0, skipped: 1, uncertainIds: ['ana', 'bea'] }]);
    expect(positions).toEqual(['cleo']);
    expect(changed.recipients).toEqual([]);
    expect(onPause).toHaveBeenCalledExactlyOnceWith('spring', 'uncertain');
  });

  it('pauses by the share of bounces before the next batch', async () => {
    mailing = { ...mailing, sent: 500, bounced: 16 };
    await sendMailing(dependencies(), 'spring');
    expect(send).not.toHaveBeenCalled();
    expect(onPause).toHaveBeenCalledExactlyOnceWith('spring', 'bounces');
  });

  it('counts only the bounces since it was resumed', async () => {
    mailing = {
      ...mailing,
      sent: 600,
      bounced: 100,
      resumedWith: { sent: 590, bounced: 100, complained: 0 },
    };
    await sendMailing(dependencies(), 'spring');
    expect(send).toHaveBeenCalledOnce();
  });

  it('pauses when the text cannot be sent', async () => {
    mailing = { ...mailing, text: mailing.text.replace('Hello.', '> Hello.') };
    expect(await sendMailing(dependencies(), 'spring')).toBe('ended');
    expect(onPause).toHaveBeenCalledExactlyOnceWith('spring', 'text');
  });

  it('pauses with a sentence, and publishes nothing, when readers must not get it', async () => {
    mailing = { ...mailing, text: mailing.text.replace('updates', 'newsletter') };
    findProblem.mockResolvedValue('1.4.0 was withdrawn.');
    expect(await sendMailing(dependencies(), 'spring')).toBe('ended');
    expect(onPause).toHaveBeenCalledExactlyOnceWith('spring', 'content');
    expect(problems).toEqual(['1.4.0 was withdrawn.']);
    expect(send).not.toHaveBeenCalled();
    expect(publishNewsletter).not.toHaveBeenCalled();
  });

  it('leaves it to the next run when the site does not answer', async () => {
    findProblem.mockRejectedValue(new AppError('unavailable', 'The site did not answer.'));
    await expect(sendMailing(dependencies(), 'spring')).rejects.toThrow('The site did not answer.');
    expect(mailing.status).toBe('sending');
    expect(onPause).not.toHaveBeenCalled();
  });

  it('waits when its own emails have used up the daily quota', async () => {
    page.mockResolvedValueOnce({ accounts, next: 'cleo' });
    const readQuota = async () => ({ perSecond: 100, left: 51 });
    expect(await sendMailing(dependencies({ readQuota }), 'spring')).toBe('waiting');
    expect(send).toHaveBeenCalledOnce();
  });

  it('reads the quota again after a minute', async () => {
    page.mockResolvedValueOnce({ accounts, next: 'cleo' });
    let minutes = 0;
    const readQuota = vi.fn(async () => ({ perSecond: 100, left: 1000 }));
    const now = () => new Date(Date.parse('2026-12-01T10:00:00Z') + 61_000 * minutes++);
    await sendMailing(dependencies({ readQuota, now }), 'spring');
    expect(readQuota.mock.calls.length).toBeGreaterThan(1);
  });

  it.each(['draft', 'paused', 'sent'] as const)('sends nothing of a mailing that is %s', async (status) => {
    mailing = { ...mailing, status };
    expect(await sendMailing(dependencies(), 'spring')).toBe('ended');
    expect(send).not.toHaveBeenCalled();
  });

  it('waits when the daily quota is used up', async () => {
    const readQuota = async () => ({ perSecond: 100, left: 49 });
    expect(await sendMailing(dependencies({ readQuota }), 'spring')).toBe('waiting');
    expect(send).not.toHaveBeenCalled();
  });

  it('ends before a batch when its time runs out', async () => {
    expect(await sendMailing(dependencies({ hasTime: () => false }), 'spring')).toBe('out of time');
    expect(send).not.toHaveBeenCalled();
  });

  it('keeps the rate by waiting after a batch', async () => {
    const readQuota = async () => ({ perSecond: 1, left: 1000 });
    await sendMailing(dependencies({ readQuota }), 'spring');
    expect(wait).toHaveBeenCalledExactlyOnceWith(2_000);
  });

  it('waits longer after each delay, and resets the wait after an accepted batch', async () => {
    for (let batch = 1; batch <= 3; batch++) page.mockResolvedValueOnce({ accounts, next: 'cleo' });
    outcomes = ['delayed', 'delayed', 'delayed', 'delayed', 'sent', 'sent', 'delayed', 'delayed'];
    await sendMailing(dependencies(), 'spring');
    // Two emails at 100 per second take 20 ms.
    expect(wait.mock.calls).toEqual([[2_000], [3_000], [20], [2_000], [20]]);
  });

  it('subtracts the time that a batch took from the wait', async () => {
    const readQuota = async () => ({ perSecond: 1, left: 1000 });
    let now = Date.parse('2026-12-01T10:00:00Z');
    send.mockImplementation(async () => {
      now += 500;
      return ['sent', 'sent'];
    });
    await sendMailing(dependencies({ readQuota, now: () => new Date(now) }), 'spring');
    expect(wait).toHaveBeenCalledExactlyOnceWith(1_500);
  });

  it('sends nothing when the mailing is deleted before its first batch', async () => {
    const { mailings } = dependencies();
    const find = vi
      .fn(mailings.find)
      .mockResolvedValueOnce({ ...mailing })
      .mockResolvedValueOnce(undefined);
    expect(await sendMailing(dependencies({ mailings: { ...mailings, find } }), 'spring')).toBe('ended');
    expect(send).not.toHaveBeenCalled();
  });

  it('throws when another run has advanced the mailing', async () => {
    const { mailings } = dependencies();
    const advance = async () => false;
    const sent = sendMailing(dependencies({ mailings: { ...mailings, advance } }), 'spring');
    await expect(sent).rejects.toThrow('at the same time');
  });

  it('does not report a pause when somebody has already paused the mailing', async () => {
    mailing = { ...mailing, sent: 500, bounced: 16 };
    const { mailings } = dependencies();
    const pauseNow = async () => false;
    expect(await sendMailing(dependencies({ mailings: { ...mailings, pauseNow } }), 'spring')).toBe('ended');
    expect(onPause).not.toHaveBeenCalled();
  });

  it('does not publish a mailing of the group "updates" on the site', async () => {
    await sendMailing(dependencies(), 'spring');
    expect(send).toHaveBeenCalledOnce();
    expect(publishNewsletter).not.toHaveBeenCalled();
  });

  describe('of a newsletter', () => {
    beforeEach(() => {
      mailing = { ...mailing, group: 'newsletter', text: mailing.text.replace('updates', 'newsletter') };
    });

    it('publishes it before the first email', async () => {
      publishNewsletter.mockImplementation(async () => expect(send).not.toHaveBeenCalled());
      await sendMailing(dependencies(), 'spring');
      expect(publishNewsletter).toHaveBeenCalledOnce();
      expect(send).toHaveBeenCalledOnce();
    });

    it('pauses when an article has its address', async () => {
      publishNewsletter.mockRejectedValue(new AppError('aborted', 'The address belongs to an article.'));
      await sendMailing(dependencies(), 'spring');
      expect(send).not.toHaveBeenCalled();
      expect(onPause).toHaveBeenCalledExactlyOnceWith('spring', 'address');
    });

    it('throws and does not pause when publishing fails', async () => {
      publishNewsletter.mockRejectedValue(new Error('S3 is down.'));
      await expect(sendMailing(dependencies(), 'spring')).rejects.toThrow('S3 is down.');
      expect(send).not.toHaveBeenCalled();
      expect(onPause).not.toHaveBeenCalled();
    });
  });
});

describe('pauseReasonOf', () => {
  const counts = (sent: number, bounced = 0, complained = 0) => ({ sent, bounced, complained });

  it.each([
    [counts(499, 400, 400), undefined],
    [counts(500, 15), undefined],
    [counts(500, 16), 'bounces'],
    [counts(1000, 0, 1), undefined],
    [counts(1000, 0, 2), 'complaints'],
  ])('decides by the shares of 500 emails or more: %j', (given, reason) => {
    expect(pauseReasonOf(given)).toBe(reason);
  });

  it('counts only bounces and complaints since it was resumed', () => {
    const since = counts(1000, 100, 10);
    expect(pauseReasonOf(counts(1400, 200, 20), since)).toBeUndefined();
    expect(pauseReasonOf(counts(1500, 115, 10), since)).toBeUndefined();
    expect(pauseReasonOf(counts(1500, 116, 10), since)).toBe('bounces');
  });
});
