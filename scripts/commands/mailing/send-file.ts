import { startMailing } from '../../../lambdas/domain/mailings/start-mailing.ts';
import { parseMailing, type WrittenMailing } from '../../../publishing/markdown/parse-mailing.ts';
import { findMailing } from './change-mailing.ts';
import type { MailingSite } from './connect-to-mailings.ts';
import { readMailingFile } from './read-mailing-file.ts';

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
export async function sendFile(
  site: MailingSite,
  what: string,
  { now, ask }: SendOptions,
): Promise<string | undefined> {
  if (!ask) throw new Error('Run this command in a terminal: it asks how many people get the mailing.');
  const { mailings, subscribers } = site;
  const { written, text } = what.endsWith('.md') ? await readMailingFile(what) : await readDraft(site, what);
  const { slug, group, subject } = written;
  const before = await mailings.find(slug);
  if (before && before.status !== 'draft')
    throw new Error(`${slug} was approved before: its status is "${before.status}". A mailing is sent once.`);
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

async function readDraft(
  site: MailingSite,
  slug: string,
): Promise<{ written: WrittenMailing; text: string }> {
  const { text } = await findMailing(site, slug);
  return { written: parseMailing(`${slug}.md`, text), text };
}

const changedByOthers = (slug: string) =>
  new Error(`Somebody else has just changed ${slug}. Look at it again, then send it.`);
