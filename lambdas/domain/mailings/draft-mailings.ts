import type { SiteBuild } from '../../../contract/records/site-build.ts';
import { brand } from '../../../contract/rules/brand.ts';
import { maxMailingLength } from '../../../contract/rules/mailing-rules.ts';
import { ContentError } from '../../../publishing/markdown/markdown.ts';
import { parseMailing } from '../../../publishing/markdown/parse-mailing.ts';
import { currentRelease, type LiveRecord } from '../releases/live-releases.ts';
import type { MailingStore } from './mailing-store.ts';

/* The mailings that the site drafts by itself. Somebody approves or discards them. */

type Drafts = Pick<MailingStore, 'add' | 'find' | 'write'>;

/** Drafts the mailing about a version, once: the one that the stable channel offers. An earlier release that is changed is no news. */
export async function draftReleaseMailing(
  mailings: Drafts,
  record: LiveRecord,
  version: string,
  now: Date,
): Promise<void> {
  const current = currentRelease(record, 'stable')?.manifest;
  if (current?.version !== version) return;
  const slug = `release-${version.toLowerCase().replaceAll(/[^a-z0-9]+/g, '-')}`;
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
  await addDraft(mailings, slug, text, now);
}

/** The changelog allows forms that emails do not. */
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

/** Marks that the structures of the first build are known. */
const baseline = 'structures-of-the-first-build';

/** Drafts a mailing about each structure that is new in this build. Those of the first build are known and need none. */
export async function draftStructureMailings(
  mailings: Drafts,
  structures: SiteBuild['structures'],
  now: Date,
): Promise<void> {
  const isFirst = !(await mailings.find(baseline));
  const status = isFirst ? 'discarded' : 'draft';
  for (const { slug, name, description } of structures)
    await addDraft(mailings, `structure-${slug}`, structureText(name, description), now, status);
  // Last, so that an interrupted first run begins again.
  if (isFirst) await addDraft(mailings, baseline, structureText('None', 'None.'), now, 'discarded');
}

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

async function addDraft(
  mailings: Drafts,
  slug: string,
  text: string,
  now: Date,
  status: 'draft' | 'discarded' = 'draft',
): Promise<void> {
  await mailings.write(mailings.add(parseMailing(`${slug}.md`, text), text, now, status));
}
