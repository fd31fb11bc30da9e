import { describe, expect, it } from 'vitest';
import type { MailingSite } from './connect-to-mailings.ts';
import { watchMailing } from './watch-mailing.ts';

type State = { status: 'sending' | 'paused' | 'sent'; sent: number; pauseReason?: string };

/** Watches a mailing that is in another of these states at each look. Looking more often fails. */
async function watch(...states: State[]) {
  const lines: string[] = [];
  let pauses = 0;
  const find = async () => {
    const state = states.shift() ?? expect.fail('The mailing has ended.');
    return { ...state, expected: 3 };
  };
  const site = { mailings: { find } } as unknown as Pick<MailingSite, 'mailings'>;
  await watchMailing(
    site,
    'news',
    (line) => lines.push(line),
    async () => {
      pauses += 1;
    },
  );
  return { lines, pauses, left: states.length };
}

describe('watchMailing', () => {
  it('reports each change once until the mailing is sent', async () => {
    const watched = await watch(
      { status: 'sending', sent: 0 },
      { status: 'sending', sent: 1 },
      { status: 'sending', sent: 1 },
      { status: 'sent', sent: 3 },
    );
    expect(watched.lines).toEqual([
      'sending, 0 of about 3 sent',
      'sending, 1 of about 3 sent',
      'sent to 3 people',
    ]);
    expect(watched).toMatchObject({ pauses: 3, left: 0 });
  });

  it('ends with the reason when the mailing pauses', async () => {
    const { lines } = await watch(
      { status: 'sending', sent: 1 },
      { status: 'paused', sent: 2, pauseReason: 'bounces' },
    );
    expect(lines.at(-1)).toBe('paused because too many emails bounced, 2 of about 3 sent');
  });

  it('reports a mailing that has ended already without waiting', async () => {
    expect(await watch({ status: 'sent', sent: 1 })).toEqual({
      lines: ['sent to 1 person'],
      pauses: 0,
      left: 0,
    });
  });

  it('ends when the mailing no longer exists', async () => {
    const site = { mailings: { find: async () => undefined } } as unknown as Pick<MailingSite, 'mailings'>;
    await expect(watchMailing(site, 'news', () => {})).rejects.toThrow('There is no mailing "news"');
  });
});
