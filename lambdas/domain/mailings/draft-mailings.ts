import type { SiteBuild } from '../../../contract/records/site-build.ts';
import { brand } from '../../../contract/rules/brand.ts';
import { dayInWords } from '../../../contract/rules/day.ts';
import { maxMailingLength } from '../../../contract/rules/mailing-rules.ts';
import { claimBefore } from '../../../contract/rules/offer-texts.ts';
import { secondsPerDay } from '../../../contract/rules/retention.ts';
import { ContentError } from '../../../publishing/markdown/markdown.ts';
import { parseMailing } from '../../../publishing/markdown/parse-mailing.ts';
import type { TransactionPart } from '../../platform/conditional-write.ts';
import { currentRelease, type LiveRecord } from '../releases/live-releases.ts';
import { endOfFreeOffer, slugOfRelease } from './automatic-mailings.ts';
import type { FirstState, MailingStore } from './mailing-store.ts';

/* The mailings that the site writes automatically. An admin approves or discards drafts, and may change or discard what is scheduled. */

type Drafts = Pick<MailingStore, 'add' | 'find' | 'write'>;

/** Drafts the mailing about a version once, if the stable channel offers it. Changes of older releases are not news. */
export async function draftReleaseMailing(
  mailings: Drafts,
  record: LiveRecord,
  version: string,
  now: Date,
): Promise<void> {
  const current = currentRelease(record, 'stable')?.manifest;
  if (current?.version !== version) return;
  const slug = slugOfRelease(version);
  const textWith = (body: string) =>
    textOf(
      {
        group: 'updates',
        subject: `${brand} ${version} is here`,
        preheader: `What is new in ${brand} ${version}, and where to get it.`,
      },
      `${body}\n\n[Download ${brand} ${version}](/download), or read the [changelog](/changelog#${version}).`,
    );
  const withNotes = textWith(current.notes.trim());
  const text = canBeSent(slug, withNotes) ? withNotes : textWith(`${brand} ${version} is ready.`);
  await mailings.write(draft(mailings, slug, text, now, { status: 'draft' }));
}

/** Discards the mailing about a version that was withdrawn, or pauses it if it is being sent. Safe to repeat. */
export async function withdrawReleaseMailing(
  mailings: Pick<MailingStore, 'discardUnsent' | 'pauseNow'>,
  version: string,
): Promise<void> {
  const slug = slugOfRelease(version);
  await mailings.discardUnsent(slug);
  // After the draft: it may have been approved in between.
  await mailings.pauseNow(slug, 'content', `${version} was withdrawn while its mailing was being sent.`);
}

/** The changelog allows Markdown that emails do not. */
function canBeSent(slug: string, text: string): boolean {
  if (text.length > maxMailingLength) return false;
  try {
    parseMailing(`${slug}.md`, text);
    return true;
  } catch (error) {
    if (error instanceof ContentError) return false;
    throw error;
  }
}

/** Drafts a mailing about each structure that is new in this build. Those of the first build need none. */
export async function draftStructureMailings(
  mailings: Drafts,
  structures: SiteBuild['structures'],
  now: Date,
): Promise<void> {
  const known = await Promise.all(structures.map(({ slug }) => mailings.find(slugOf(slug))));
  const isFirst = known.every((mailing) => mailing === undefined);
  const drafts = structures
    .filter((_, index) => known[index] === undefined)
    .map(({ slug, name, description }) =>
      draft(mailings, slugOf(slug), structureText(name, description), now, {
        status: isFirst ? 'discarded' : 'draft',
      }),
    );
  // One transaction, so that an interrupted first run starts again.
  if (drafts.length > 0) await mailings.write(...drafts);
}

const daysBeforeEnd = 3;

/** Schedules the mailing about the end of the free offer once, even after it was discarded. Late news of the end is due at once. */
export async function scheduleOfferMailing(mailings: Drafts, now: Date): Promise<void> {
  const end = endOfFreeOffer();
  if (!end || end.endsAt <= now || (await mailings.find(end.slug))) return;
  const at = new Date(Math.max(now.getTime(), end.endsAt.getTime() - daysBeforeEnd * secondsPerDay * 1000));
  const schedule = { at: at.toISOString(), timeZone: 'UTC', by: 'site' };
  await mailings.write(
    draft(mailings, end.slug, offerText(end.lastDay), now, { status: 'scheduled', schedule }),
  );
}

const offerText = (lastDay: string): string =>
  textOf(
    {
      group: 'updates',
      audience: 'unlicensed',
      subject: `Claim your free license by ${dayInWords(lastDay)}`,
      preheader: claimBefore(lastDay),
    },
    `You have an account at ${brand}, but no license yet. The license is free until the end of ${dayInWords(lastDay)} (UTC).\n\n[Claim your license](/pricing), and keep it for life: no subscription, no renewal, all future updates.`,
  );

const slugOf = (structure: string) => `structure-${structure}`;

function structureText(name: string, description: string): string {
  return textOf(
    {
      group: 'resources',
      subject: `A new story structure: ${name}`,
      preheader: `${name} is now among the free resources.`,
    },
    `${description}\n\nGet the file, with all its beats, from the [free resources](/resources).`,
  );
}

function textOf(fields: Record<string, string>, body: string): string {
  const lines = Object.entries(fields).map(([name, value]) => `${name}: ${value}`);
  return `---\n${lines.join('\n')}\n---\n\n${body}\n`;
}

const draft = (mailings: Drafts, slug: string, text: string, now: Date, state: FirstState): TransactionPart =>
  mailings.add(parseMailing(`${slug}.md`, text), text, now, state);
