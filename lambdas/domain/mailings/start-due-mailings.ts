import * as events from '../../../contract/events/events.ts';
import { AppError } from '../../platform/app-error.ts';
import { type EventBus, publishEvent } from '../../platform/publish-event.ts';
import type { MailingStore } from './mailing-store.ts';
import type { StoredMailing } from './stored-mailing.ts';

interface DueDependencies {
  mailings: Pick<MailingStore, 'all' | 'find' | 'putBack' | 'startScheduled'>;
  /** See `requireSendable`. */
  check: (mailing: StoredMailing) => Promise<number>;
  /** Publishes the event that sends a mailing. */
  start: (slug: string) => Promise<void>;
  /** Emails the team that a mailing did not start, once for each version of the mailing. */
  report: (mailing: StoredMailing, problem: string) => Promise<void>;
  now: () => Date;
}

/** An article that a mailing links to may be scheduled for the same time, and appears some minutes later. */
const graceMs = 20 * 60 * 1000;

/**
 * Starts the scheduled mailings whose time has come. One that cannot be sent within 20 minutes becomes a draft again, and the team gets an email. If a run ends
 * after the write and before the event, `reconcile` publishes the event within the hour.
 */
export async function startDueMailings(dependencies: DueDependencies): Promise<void> {
  const { mailings, now } = dependencies;
  for (const { slug } of await mailings.all('scheduled')) {
    const mailing = await mailings.find(slug);
    if (mailing?.status !== 'scheduled' || !mailing.schedule) continue;
    if (Date.parse(mailing.schedule.at) <= now().getTime())
      await startDue(dependencies, mailing, mailing.schedule);
  }
}

async function startDue(
  dependencies: DueDependencies,
  mailing: StoredMailing,
  schedule: NonNullable<StoredMailing['schedule']>,
): Promise<void> {
  const { check, mailings, now, report, start } = dependencies;
  const { slug } = mailing;
  try {
    const expected = await check(mailing);
    const approval = { approvedBy: schedule.by, approvedAt: now().toISOString(), expected };
    if (await mailings.startScheduled(mailing, approval)) await start(slug);
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    const waitedMs = now().getTime() - Date.parse(schedule.at);
    if (waitedMs < graceMs) return;
    // First the email: nothing else would send it after the mailing has changed.
    await report(mailing, error.message);
    await mailings.putBack(mailing, error.message, now());
  }
}

/** Begins or continues the sending of a mailing. Safe to repeat. */
export const startMailing = (bus: EventBus, slug: string): Promise<void> =>
  publishEvent(bus, events.mailingStarted, { slug });
