import { startMailing } from '../../../lambdas/domain/mailings/start-mailing.ts';
import type { MailingSite } from './connect-to-mailings.ts';
import { readMailing } from './read-mailing.ts';
import { requirePictures } from './require-pictures.ts';

interface SendOptions {
  now: Date;
  /** Undefined without a terminal. */
  ask: ((question: string) => Promise<string>) | undefined;
}

/**
 * Sends a file, or a draft that is stored already, after the person has typed how many people get it.
 * @returns the slug; undefined when the person typed something else
 * @throws Error when it cannot be sent
 */
export async function approveMailing(
  site: MailingSite,
  what: string,
  { now, ask }: SendOptions,
): Promise<string | undefined> {
  if (!ask) throw new Error('Run this command in a terminal: it asks how many people get the mailing.');
  const { mailings, subscribers } = site;
  const { written, text } = await readMailing(what, async () => site);
  const { slug, group, subject } = written;
  const found = await mailings.find(slug);
  const before = found?.status === 'discarded' ? undefined : found;
  if (before && before.status !== 'draft')
    throw new Error(`${slug} was approved before: its status is "${before.status}". A mailing is sent once.`);
  await site.requireFreeAddress(written);
  await requirePictures(written, site.siteUrl);
  const expected = await subscribers.count(group);
  const answer = await ask(
    `"${subject}" goes to everyone who is subscribed to ${group}: ${expected} at the moment. Type this number to send it: `,
  );
  if (answer.trim() !== String(expected)) return undefined;

  const isChanged = before?.text !== text;
  if (isChanged && !(await mailings.write(mailings.saveDraft(written, text, now, before?.updatedAt))))
    throw changedByOthers(slug);
  const seen = isChanged ? now.toISOString() : before.updatedAt;
  const approval = { approvedBy: 'command', approvedAt: now.toISOString(), expected };
  if (!(await mailings.write(mailings.approve(slug, seen, approval)))) throw changedByOthers(slug);
  await startMailing(site.bus, slug);
  return slug;
}

const changedByOthers = (slug: string) =>
  new Error(`Somebody else has just changed ${slug}. Look at it again, then send it.`);
