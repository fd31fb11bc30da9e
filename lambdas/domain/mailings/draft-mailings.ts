import type { ReleaseManifest } from '../../../contract/records/release.ts';
import type { SiteBuild } from '../../../contract/records/site-build.ts';
import { brand } from '../../../contract/rules/brand.ts';
import { ContentError } from '../../../publishing/markdown/markdown.ts';
import { parseMailing } from '../../../publishing/markdown/parse-mailing.ts';
import type { MailingStore } from './mailing-store.ts';

/* The mailings that the site drafts by itself. Somebody approves or discards them. */

type Drafts = Pick<MailingStore, 'add' | 'find' | 'write'>;

/** Drafts the mailing about a stable release, once. */
export async function draftReleaseMailing(
  mailings: Drafts,
  { version, channel, notes, yankedAt }: Pick<ReleaseManifest, 'version' | 'channel' | 'notes' | 'yankedAt'>,
  now: Date,
): Promise<void> {
  if (channel !== 'stable' || yankedAt) return;
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
  try {
    await addDraft(mailings, slug, textWith(notes.trim()), now);
  } catch (error) {
    // The changelog allows forms that emails do not.
    if (!(error instanceof ContentError)) throw error;
    await addDraft(mailings, slug, textWith(`${brand} ${version} is ready.`), now);
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
