import { setTimeout as wait } from 'node:timers/promises';
import type { MailingSite } from './connect-to-mailings.ts';
import { findMailing } from './read-mailing.ts';
import { stateOf } from './report-mailing.ts';

/** Reports the progress of a mailing until it is sent or paused. */
export async function watchMailing(
  site: Pick<MailingSite, 'mailings'>,
  slug: string,
  report: (line: string) => void,
  pause: () => Promise<unknown> = () => wait(2_000),
): Promise<void> {
  let last = '';
  for (;;) {
    const mailing = await findMailing(site, slug);
    const line = stateOf(mailing);
    if (line !== last) report(line);
    last = line;
    if (mailing.status !== 'sending') return;
    await pause();
  }
}
